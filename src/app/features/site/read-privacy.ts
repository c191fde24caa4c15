import { privacyPath, type PrivacyFacts } from '#contract/keeping/privacy-words.ts'
import type { AnswerOptions } from './read-blog.ts'

/** The variable facts of /privacy, embedded in the page or fetched; null without an answer. */
export async function readPrivacyFacts({ takeAnswer, signal }: AnswerOptions): Promise<PrivacyFacts | null> {
  const initialAnswer = takeAnswer(privacyPath)
  return isPrivacyFacts(initialAnswer) ? initialAnswer : await askPrivacyFacts(signal)
}

/** The current facts from the server. */
export async function askPrivacyFacts(signal: AbortSignal): Promise<PrivacyFacts | null> {
  try {
    const answer: unknown = await (await fetch(privacyPath, { signal })).json()
    return isPrivacyFacts(answer) ? answer : null
  } catch {
    return null
  }
}

/** A proxy or an older server may have answered with something that cannot be shown. */
function isPrivacyFacts(value: unknown): value is PrivacyFacts {
  if (typeof value !== 'object' || value === null) return false
  return 'kinds' in value && Array.isArray(value.kinds) && 'recipients' in value && Array.isArray(value.recipients)
}
