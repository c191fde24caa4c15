import { readDays } from './read-days.ts'
import { readMeasure } from './measures.ts'

/** Longer questions are pasted texts. The rules skip them, because some take quadratic time. */
export const maxReadLength = 2000

const isFollowUp = /^\s*(?:그럼|그러면|그건|그거|그중|거기서?|그때|그리고|또|그\s*사건|이건)(?=[\s,?은는도에서]|$)/
const isShort = /^[^.]{1,14}(?:은|는)(?:\s*[?？])?\s*$/
/** Words that make a question independent of the previous one. */
const isComplete = /미수금|마감|잔액|연차|휴가|카드|퀵|문의|공탁|등기|사건|세대|신청서|연락처/

/**
 * Completes a follow-up (그럼 지난달은?, 담당자별로는?) with the previous question, replacing its days or
 * measure. Returns the question unchanged when it is independent or both are too long.
 */
export function withLastQuestion(question: string, last: string | undefined, today: string): string {
  if (last === undefined || last.length + question.length >= maxReadLength) return question
  if (!isFollowUp.test(question) && (!isShort.test(question) || isComplete.test(question))) return question
  const cleaned = question
    .replace(/^\s*(?:그럼|그러면|그중에?서?|거기서|그때|그리고|또)[\s,]*/, '')
    .replace(/(?:은|는)(?:\s*[?？])?\s*$/, '')
  const hasDays = readDays(cleaned, today) !== null
  const base = hasDays ? (readDays(last, today)?.rest ?? last) : last
  const { measure } = readMeasure(cleaned)
  const plain = measure.by === null ? base : withoutGrouping(base)
  return `${plain.replace(/[?？]\s*$/, '')} ${cleaned}`.replace(/\s+/g, ' ').trim()
}

function withoutGrouping(question: string): string {
  return question.replace(/[가-힣]{1,6}\s*별(?:로)?/, ' ')
}
