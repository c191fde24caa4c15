import { office } from '#domain/office.ts'

/** What the browser's tab says of an address that nobody knows. */
export const notFoundTitle = '페이지를 찾을 수 없습니다'

/** The title of a document: the page, then the office; the office alone is the title of its first page. The server writes the same into the HTML. */
export function documentTitle(title: string): string {
  return title === office.name ? title : `${title} · ${office.name}`
}
