/** `2026-11-15` as visitors read it: 2026. 11. 15. */
export function dayText(day: string): string {
  return `${day.split('-').map(Number).join('. ')}.`
}
