import type { z } from 'zod'
import type { AnswerPart } from '#contract/chat/answer.ts'
import type { Knowledge } from '../engine-step.ts'

/**
 * Something that an engine may look up or propose. It reads `Knowledge` and nothing else: whoever calls it, the rules of this office or a language model, has the rights of
 * whoever asked.
 */
export interface Tool<Shape extends z.ZodType = z.ZodType> {
  /** As a model calls it: `find_records`. */
  readonly name: string
  /** What it does and when, for a model. English: models follow it best. */
  readonly description: string
  readonly parameters: Shape
  /** Whether there is anything to look up for this reader. */
  isOffered(knowledge: Knowledge): boolean
  /** What is said while it looks, in Korean. */
  label(given: z.output<Shape>): string
  run(given: z.output<Shape>, knowledge: Knowledge): Promise<ToolResult>
}

export interface ToolResult {
  /** Shown to the asker as they are: no model writes figures or links. */
  readonly parts: readonly AnswerPart[]
  /** The same in words, for a model and for whoever reads text only; secrets are still in it. */
  readonly text: string
}
