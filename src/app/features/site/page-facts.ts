/** What each public page is called. Each title stands once (page-head.test.ts). Who adds a page adds its line, and one in page-descriptions.ts. */
export const pageTitles = {
  // The office's name alone.
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

/** The address of a page of the site. */
export type PagePath = keyof typeof pageTitles

/** The title of a public page as the router states it. */
export function pageTitle(path: PagePath): string {
  return pageTitles[path]
}
