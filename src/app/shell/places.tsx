import { BookOpen, House, Landmark, Send } from 'lucide-react'
import type { ReactNode } from 'react'

export interface Place {
  path: '/services/real-estate' | '/staff/outbox' | '/' | '/about'
  label: string
  icon: ReactNode
}

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Where staff can go, by business word. Only what is built stands here. */
export const places: readonly { group: string; places: readonly Place[] }[] = [
  {
    group: '부동산 등기',
    places: [{ path: '/services/real-estate', label: '사건부', icon: <BookOpen {...icon} /> }],
  },
  { group: '전송', places: [{ path: '/staff/outbox', label: '보낼 작업', icon: <Send {...icon} /> }] },
  {
    group: '누리집',
    places: [
      { path: '/', label: '홈', icon: <House {...icon} /> },
      { path: '/about', label: '사무소 소개', icon: <Landmark {...icon} /> },
    ],
  },
]
