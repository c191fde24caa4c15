import { otherLayout } from '#domain/other-layout.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/search-text.ts'

/** Whether what was typed, on either layout and with or without spaces, finds a screen or a command by these words. */
export function nameMatcher(typed: string): (words: readonly string[]) => boolean {
  const searches = [typed, otherLayout(typed) ?? typed].map((text) => compileSearch(text))
  return (words) => {
    const text = searchText([...words, ...words.map((word) => word.replaceAll(' ', ''))])
    return searches.some((search) => search.words.length > 0 && matchesSearch(text, search))
  }
}
