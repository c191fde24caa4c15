/** Day and time in the office's time zone. */
export function momentText(ms: number): string {
  return Number.isFinite(ms) ? momentFormat.format(ms) : ''
}

const momentFormat = new Intl.DateTimeFormat('ko', {
  timeZone: 'Asia/Seoul',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
