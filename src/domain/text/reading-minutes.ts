/** Korean is read at some 500 characters a minute, spaces not counted; what is shorter than a minute counts as one. */
export function readingMinutes(text: string): number {
  return Math.max(1, Math.ceil(text.replace(/\s+/g, '').length / charactersPerMinute))
}

const charactersPerMinute = 500
