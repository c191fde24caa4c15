import type { MissingBox } from '../filings/filing.ts'
import { withParticle } from '../office/office-words.ts'

/** The box with what to do about it when its value is empty; an empty list otherwise. */
export function requiredBox(box: string, value: string | null | undefined, words?: string): MissingBox[] {
  if (value?.trim()) return []
  return [{ box, words: words ?? `${withParticle(box, '을/를')} 입력해 주세요.` }]
}
