import type { AnswerPart } from '#contract/chat/answer.ts'
import { errorTextIn } from '#domain/text/error-text.ts'
import { noAnswer } from './refusal-text.ts'

/**
 * Reads a JSON answer: its `parts`, else its `message` as text or value. Without a message, `error`
 * is the failure; without that, the whole answer is shown.
 */
export function readJsonAnswer(
  answer: unknown,
): { readonly parts: readonly AnswerPart[] } | { readonly failure: string } {
  if (typeof answer === 'string') return answer.trim() === '' ? { failure: noAnswer } : { parts: textPart(answer) }
  if (typeof answer !== 'object' || answer === null) return { failure: noAnswer }
  if ('parts' in answer && isParts(answer.parts)) return { parts: answer.parts }
  if ('message' in answer && isNonEmpty(answer.message)) return { parts: textPart(answer.message) }
  const failure = errorTextIn(answer)
  return failure === undefined ? { parts: textPart(answer) } : { failure }
}

/** A value is written as JSON, which bubbles draw as a tree. */
function textPart(value: unknown): AnswerPart[] {
  return [{ kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) }]
}

function isNonEmpty(message: unknown): boolean {
  return typeof message === 'string' ? message.trim() !== '' : message != null
}

/** Only parts in our own server's format; others are shown as JSON. */
function isParts(parts: unknown): parts is AnswerPart[] {
  return Array.isArray(parts) && parts.length > 0 && parts.every(isPart)
}

function isPart(part: unknown): boolean {
  if (typeof part !== 'object' || part === null || !('kind' in part)) return false
  const list = listsOf[String(part.kind) as AnswerPart['kind']]
  return list !== undefined && list.every(([key, type]) => typeOf(Reflect.get(part, key)) === type)
}

const listsOf: Readonly<Record<AnswerPart['kind'], readonly (readonly [key: string, type: string])[]>> = {
  text: [['text', 'string']],
  table: [
    ['title', 'string'],
    ['columns', 'array'],
    ['rows', 'array'],
    ['count', 'number'],
  ],
  sources: [
    ['title', 'string'],
    ['links', 'array'],
  ],
  change: [
    ['record_id', 'string'],
    ['collection', 'string'],
    ['link', 'object'],
  ],
  suggestions: [['questions', 'array']],
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
