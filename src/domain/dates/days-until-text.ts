/** The distance of a day from today in words; negative `days` are past. 3일 남음, 오늘, 1,204일 지남. */
export function daysUntilText(days: number): string {
  if (days === 0) return '오늘'
  return days < 0 ? `${(-days).toLocaleString('ko-KR')}일 지남` : `${days.toLocaleString('ko-KR')}일 남음`
}
