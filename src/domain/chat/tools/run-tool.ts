import type { z } from 'zod'
import type { EngineStep, Knowledge } from '../engine-step.ts'
import type { Tool } from './tool.ts'

/** What a tool answers, as steps of an answer: first in words what it looks up. */
export async function* runTool<Shape extends z.ZodType>(
  tool: Tool<Shape>,
  given: z.output<Shape>,
  knowledge: Knowledge,
): AsyncGenerator<EngineStep> {
  yield { kind: 'tool', name: tool.name, label: tool.label(given) }
  const { parts } = await tool.run(given, knowledge)
  if (parts.length === 0) yield { kind: 'delta', text: notUnderstood }
  for (const part of parts) {
    if (part.kind === 'text') yield { kind: 'delta', text: part.text }
    else yield { kind: 'part', part }
  }
}

/** A tool was asked what it does not know: the rules misread the question. */
const notUnderstood = '이 질문은 아직 알아듣지 못합니다. 다른 말로 다시 물어봐 주세요.'
