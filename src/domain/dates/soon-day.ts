import { addDays } from './office-date.ts'

const words = ['오늘', '내일', '모레'] as const

/** The word for today and the next two days; null for every other day. */
export function soonWord(day: unknown, today: string): (typeof words)[number] | null {
  return words.find((_word, ahead) => day === addDays(today, ahead)) ?? null
}
