import type { Book } from '#contract/books/field.ts'

/** Placeholder of the search box: what it searches. */
export function searchHint({ searchHint: hint, fields }: Book): string {
  const searched = fields.filter((field) => field.searched).map(({ label }) => label)
  return hint ?? `${searched.slice(0, 3).join('·')}, 초성`
}
