import type { z } from 'zod'
import type { EngineStep, Knowledge } from '../engine-step.ts'
import type { Tool } from './tool.ts'

/** Runs a tool and yields its result as answer steps, starting with what it looks up. */
export async function* runTool<Shape extends z.ZodType>(
  tool: Tool<Shape>,
  input: z.output<Shape>,
  knowledge: Knowledge,
): AsyncGenerator<EngineStep> {
  yield { kind: 'tool', name: tool.name, label: tool.label(input) }
  const { parts } = await tool.run(input, knowledge)
  if (parts.length === 0) yield { kind: 'delta', text: notUnderstood }
  for (const part of parts) {
    if (part.kind === 'text') yield { kind: 'delta', text: part.text }
    else yield { kind: 'part', part }
  }
}

/** Shown when the rules misread a question and called a tool wrongly. */
const notUnderstood = '이 질문은 아직 알아듣지 못합니다. 다른 말로 다시 물어봐 주세요.'
