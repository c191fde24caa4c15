/**
 * Fictional business sections 사업구간 without real places or trusts; beyond twelve groups they are
 * numbered.
 */
export const sections = [
  { name: '가온–솔빛 고속도로 제1공구', type: '도로', region: '솔빛시', manager: '김가온 과장' },
  { name: '가온–솔빛 고속도로 제2공구', type: '도로', region: '솔빛시', manager: '박새론 대리' },
  { name: '가온–솔빛 고속도로 제3공구', type: '도로', region: '누리군', manager: '김가온 과장' },
  { name: '가온–솔빛 고속도로 제4공구', type: '도로', region: '누리군', manager: '최여울 차장' },
  { name: '가온–솔빛 고속도로 제5공구', type: '도로', region: '해든시', manager: '최여울 차장' },
  { name: '해든 우회도로(달빛동~별빛리)', type: '도로', region: '솔빛시', manager: '정하람 대리' },
  { name: '누리천 정비 2차', type: '하천', region: '누리군', manager: '이도담 과장' },
  { name: '솔빛 도시계획도로 중로2-14호선', type: '도로', region: '솔빛시', manager: '정하람 대리' },
  { name: '하늘산단 진입도로', type: '산업단지', region: '누리군', manager: '이도담 과장' },
  { name: '해든마을 가온채 1단지', type: '공동주택', region: '솔빛시', manager: '윤나래 대리' },
  { name: '해든마을 가온채 2단지', type: '공동주택', region: '솔빛시', manager: '윤나래 대리' },
  { name: '달빛스퀘어', type: '오피스텔', region: '해든시', manager: '강미르 차장' },
] as const

export const trusts = ['가온부동산신탁(주)', '솔빛자산신탁(주)', '누리토지신탁(주)'] as const

/** Purposes 등기목적 with their share in percent and the calculation of public charges 공과금. */
export const purposes = [
  { name: '소유권이전', share: 44, tax: 'transfer' },
  { name: '소유권이전 및 근저당권설정', share: 22, tax: 'transfer' },
  { name: '근저당권설정', share: 14, tax: 'mortgage' },
  { name: '근저당권말소', share: 11, tax: 'cancellation' },
  { name: '임대주택 부기등기', share: 5, tax: 'cancellation' },
  { name: '상속', share: 4, tax: 'transfer' },
] as const
