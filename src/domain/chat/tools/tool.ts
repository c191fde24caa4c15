import type { z } from 'zod'
import type { AnswerPart } from '#contract/chat/answer.ts'
import type { EngineStep, Knowledge } from '../knowledge.ts'

/**
 * A lookup or proposal an engine can call. It reads only `Knowledge`, so rules and language models
 * alike have exactly the asker's rights.
 */
export interface Tool<Shape extends z.ZodType = z.ZodType> {
  /** Name for model calls: `find_records`. */
  readonly name: string
  /** What it does and when, for a model; in English, which models follow best. */
  readonly description: string
  readonly parameters: Shape
  /** Whether this reader has anything to look up. */
  isOffered(knowledge: Knowledge): boolean
  /** Progress text in Korean. */
  label(input: z.output<Shape>): string
  run(input: z.output<Shape>, knowledge: Knowledge): Promise<ToolResult>
}

export interface ToolResult {
  /** Shown to the asker unchanged, so that no model writes figures or links. */
  readonly parts: readonly AnswerPart[]
  /** The same as text, for a model and for text-only readers; secrets are not hidden in it yet. */
  readonly text: string
}

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
