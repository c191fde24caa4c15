import type { z } from 'zod'
import type { AnswerPart } from '#contract/chat/answer.ts'
import type { Knowledge } from '../engine-step.ts'

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
