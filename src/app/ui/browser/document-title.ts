import { getOfficeTitle } from '#domain/office/office-texts.ts'

/** Document title for an unknown URL. */
export const notFoundTitle = '페이지를 찾을 수 없습니다'

/**
 * `<page> · <office>`, or only the office for the home page, whose title is empty. HTML rendered on
 * the server has the same title.
 */
export function formatDocumentTitle(title: string, office: { readonly name: string }): string {
  return [title, getOfficeTitle(office)].filter((part) => part !== '').join(' · ')
}
