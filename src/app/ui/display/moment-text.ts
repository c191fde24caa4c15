/** Day and time in the office's time zone, with the year where it is not the present one. */
export function momentText(ms: number, now = Date.now()): string {
  if (!Number.isFinite(ms)) return ''
  const format = yearFormat.format(ms) === yearFormat.format(now) ? momentFormat : fullFormat
  return format.format(ms)
}

const zone = { timeZone: 'Asia/Seoul' } as const
const moment = { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const yearFormat = new Intl.DateTimeFormat('ko', { ...zone, year: 'numeric' })
const momentFormat = new Intl.DateTimeFormat('ko', { ...zone, ...moment })
const fullFormat = new Intl.DateTimeFormat('ko', { ...zone, ...moment, year: 'numeric' })
