import {
  Bell,
  Bike,
  BookOpen,
  BookOpenCheck,
  Calendar,
  CalendarCheck,
  CalendarDays,
  CarFront,
  CreditCard,
  House,
  Inbox,
  Landmark,
  Layers,
  MapPin,
  MessagesSquare,
  Newspaper,
  Scale,
  Send,
  Server,
  ShieldCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { AppPath } from '#contract/app-paths.ts'
import { getAreaName } from '#contract/records/work-areas.ts'

export interface NavEntry {
  path: AppPath
  label: string
  icon: ReactNode
  /**
   * Short label for the bottom bar. Screens with one come first there, in the order of
   * `bottomBarLabels`.
   */
  bottomBarLabel?: BottomBarLabel
}

/** Screens needed on the move, in this order. */
const bottomBarLabels = ['오늘', '사건', '퀵', '카드'] as const
type BottomBarLabel = (typeof bottomBarLabels)[number]

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const

export interface NavGroup {
  /** Heading of the group; empty for none. */
  group: string
  /** Shown to superusers only. */
  isForSuperusers?: boolean
  entries: readonly NavEntry[]
}

/** Screens this user can open, by group. */
export function listNavGroups(user: { is_superuser: boolean } | null): readonly NavGroup[] {
  return navGroups.filter((group) => !group.isForSuperusers || user?.is_superuser === true)
}

/**
 * Screens in the bottom bar next to 더보기. If one isn't open to this user, the next open screen takes
 * its place.
 */
export function listBottomBarEntries(user: { is_superuser: boolean } | null): readonly NavEntry[] {
  const open = listNavGroups(user).flatMap((group) => group.entries)
  const first = bottomBarLabels.flatMap((word) => open.filter(({ bottomBarLabel }) => bottomBarLabel === word))
  return [...first, ...open.filter(({ bottomBarLabel }) => bottomBarLabel === undefined)].slice(
    0,
    bottomBarLabels.length,
  )
}

const navGroups: readonly NavGroup[] = [
  {
    group: '',
    entries: [
      { path: '/staff', label: '오늘', bottomBarLabel: '오늘', icon: <CalendarCheck {...icon} /> },
      { path: '/staff/calendar', label: '달력', icon: <Calendar {...icon} /> },
      { path: '/staff/reminders', label: getAreaName('/staff/reminders'), icon: <Bell {...icon} /> },
    ],
  },
  {
    group: '사건',
    entries: [
      {
        path: '/services/real-estate',
        label: getAreaName('/services/real-estate'),
        bottomBarLabel: '사건',
        icon: <BookOpen {...icon} />,
      },
      { path: '/services/deposit', label: getAreaName('/services/deposit'), icon: <Scale {...icon} /> },
      { path: '/staff/register', label: '법정 사건부', icon: <BookOpenCheck {...icon} /> },
      { path: '/staff/addresses', label: '부동산 주소', icon: <MapPin {...icon} /> },
    ],
  },
  {
    group: '장부',
    entries: [
      { path: '/staff/card-report', label: '카드사용내역', bottomBarLabel: '카드', icon: <CreditCard {...icon} /> },
      { path: '/staff/car-ledger', label: '차량·카드 장부', icon: <CarFront {...icon} /> },
      { path: '/quick', label: getAreaName('/quick'), bottomBarLabel: '퀵', icon: <Bike {...icon} /> },
      { path: '/staff/leave-request', label: '휴가신청', icon: <CalendarDays {...icon} /> },
    ],
  },
  {
    group: '사무',
    entries: [
      { path: '/staff/inquiries', label: getAreaName('/staff/inquiries'), icon: <Inbox {...icon} /> },
      { path: '/features', label: 'AI 채팅', icon: <MessagesSquare {...icon} /> },
      { path: '/staff/outbox', label: '보낼 작업', icon: <Send {...icon} /> },
    ],
  },
  {
    group: '최고관리자',
    isForSuperusers: true,
    entries: [
      { path: '/settings', label: '관리', icon: <ShieldCheck {...icon} /> },
      { path: '/settings/server', label: '서버 운영', icon: <Server {...icon} /> },
    ],
  },
  {
    group: '누리집',
    entries: [
      { path: '/staff/blog', label: '소식', icon: <Newspaper {...icon} /> },
      { path: '/', label: '홈', icon: <House {...icon} /> },
      { path: '/services', label: '법률 서비스', icon: <Layers {...icon} /> },
      { path: '/about', label: '사무소 소개', icon: <Landmark {...icon} /> },
    ],
  },
]
