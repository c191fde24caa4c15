import { addDays } from './office-date.ts'

const words = ['오늘', '내일', '모레'] as const

/** What the day is called where it is today or one of the next two; null for every other (spec 2 §2: rows 0 to 2 days ahead are highlighted). */
export function soonWord(day: unknown, today: string): (typeof words)[number] | null {
  return words.find((_word, ahead) => day === addDays(today, ahead)) ?? null
}
