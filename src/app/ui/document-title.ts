import { officeTitle } from '#domain/office/office-words.ts'

/** Document title for an unknown URL. */
export const notFoundTitle = '페이지를 찾을 수 없습니다'

/**
 * Document title: the page, then the office. The home page has no title and shows the office alone.
 * The server renders the same title into the HTML.
 */
export function documentTitle(title: string, office: { readonly name: string }): string {
  return [title, officeTitle(office)].filter((part) => part !== '').join(' · ')
}
