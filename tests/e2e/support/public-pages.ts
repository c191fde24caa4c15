/** Public pages with their own text, and what their heading says. */
export const publicPages = [
  { path: '/', heading: /책임지고 맡습니다/, title: '온결 법무사사무소' },
  { path: '/about', heading: '사무소 소개', title: '사무소 소개 · 온결 법무사사무소' },
  { path: '/services/real-estate', heading: '부동산 등기 서비스', title: '부동산 등기 서비스 · 온결 법무사사무소' },
  { path: '/services/corporate', heading: '법인 등기 서비스', title: '법인 등기 서비스 · 온결 법무사사무소' },
  { path: '/services/civil', heading: '민사 서비스', title: '민사 서비스 · 온결 법무사사무소' },
  { path: '/services/deposit', heading: '공탁 서비스', title: '공탁 서비스 · 온결 법무사사무소' },
  { path: '/privacy', heading: '개인정보 처리방침', title: '개인정보 처리방침 · 온결 법무사사무소' },
  { path: '/terms', heading: '이용약관', title: '이용약관 · 온결 법무사사무소' },
] as const
