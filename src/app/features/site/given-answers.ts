import { answersElementId, type GivenAnswers } from '#contract/public-page.ts'

/** The answer to a public call that came with the page: null for "there is none", undefined when it has to be asked for. */
export type TakeAnswer = (address: string) => unknown

/** Each answer serves once: whoever comes back to a screen asks the server again. */
export function takeFrom(answers: GivenAnswers): TakeAnswer {
  const left = new Map(Object.entries(answers))
  return (address) => {
    const answer = left.get(address)
    left.delete(address)
    return answer
  }
}

/** The answers in this document, if the server put any there. */
export function answersInDocument(): GivenAnswers {
  const text = document.getElementById(answersElementId)?.textContent
  const answers: unknown = text ? JSON.parse(text) : {}
  return typeof answers === 'object' && answers !== null ? { ...answers } : {}
}
