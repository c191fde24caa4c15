import { officeTitle } from '#domain/office/office-words.ts'

/** What the browser's tab says of an address that nobody knows. */
export const notFoundTitle = '페이지를 찾을 수 없습니다'

/** The title of a document: the page, then the office; the first page has no title of its own and is the office alone. The server writes the same into the HTML. */
export function documentTitle(title: string, office: { readonly name: string }): string {
  return [title, officeTitle(office)].filter((part) => part !== '').join(' · ')
}
