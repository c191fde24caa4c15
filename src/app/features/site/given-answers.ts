import { answersElementId, type PreloadedAnswers } from '#contract/site/public-page.ts'

/**
 * The answer to a public call that came with the page: null if there is none on the server,
 * undefined if it has to be fetched.
 */
export type TakeAnswer = (address: string) => unknown

/** Each answer is used once, so that returning to a screen fetches it again. */
export function takeFrom(answers: PreloadedAnswers): TakeAnswer {
  const unusedAnswers = new Map(Object.entries(answers))
  return (address) => {
    const answer = unusedAnswers.get(address)
    unusedAnswers.delete(address)
    return answer
  }
}

/** Answers embedded in this document by the server. */
export function answersInDocument(): PreloadedAnswers {
  const text = document.getElementById(answersElementId)?.textContent
  const answers: unknown = text ? JSON.parse(text) : {}
  return typeof answers === 'object' && answers !== null ? { ...answers } : {}
}
