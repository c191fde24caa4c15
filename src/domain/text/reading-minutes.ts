/**
 * Reading time of Korean text at about 500 characters a minute without spaces; at least one minute.
 */
export function readingMinutes(text: string): number {
  return Math.max(1, Math.ceil(text.replace(/\s+/g, '').length / charactersPerMinute))
}

const charactersPerMinute = 500
