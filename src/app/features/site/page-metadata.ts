/**
 * Titles of the public pages, which must be unique. A new page also needs a description in
 * `pageDescriptions`.
 */
export const pageTitles = {
  // Only the office's name.
  '/': '',
  '/about': '사무소 소개',
  '/services': '법률 서비스',
  '/services/real-estate': '부동산 등기 서비스',
  '/services/corporate': '법인 등기 서비스',
  '/services/civil': '민사 서비스',
  '/services/deposit': '공탁 서비스',
  '/blog': '최근 소식',
  '/contact': '문의하기',
  '/features': 'AI 채팅',
  '/privacy': '개인정보 처리방침',
  '/terms': '이용약관',
} as const

export type PagePath = keyof typeof pageTitles

/** Title of a public page for the router. */
export function getPageTitle(path: PagePath): string {
  return pageTitles[path]
}
