import { createRoute, createRouter, lazyRouteComponent, redirect, type RouterHistory } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { operatorTabs } from '#app/features/admin/settings-tab.ts'
import { getPageTitle } from '#app/features/site/page-metadata.ts'
import { type Navigation, requireSignedIn, requireStaff, requireSuperuser, requireToken } from '#app/session/guards.ts'
import { isStaff, session, useSession } from '#app/session/session-store.ts'
import type { ScreenMeta } from '#app/shell/screen-meta.ts'
import { ScreenError, ScreenPending } from '#app/shell/screen-states.tsx'
import { fetchStaffAreaAhead } from '#app/shell/staff-frame/fetch-staff-area.ts'
import type { AppPath } from '#contract/app-paths.ts'
import { rootRoute, type RouterContext } from './root-route.tsx'
import { blogRoutes, signInRoutes, siteRoutes } from './site-routes.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption extends ScreenMeta {}
}

/**
 * A back-office screen with its path and title. Its parameters live in the query string; the screen
 * validates them.
 */
function staffScreen<Path extends AppPath>(path: Path, title: string) {
  return {
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: enterStaff,
    validateSearch: anySearch,
    staticData: { title, frame: 'staff' },
  } as const
}

function enterStaff(navigation: Navigation): void {
  requireStaff(navigation)
  fetchStaffAreaAhead(navigation.cause)
}

function anySearch(search: Record<string, unknown>): Record<string, unknown> {
  return search
}

const services = createRoute({
  getParentRoute: () => rootRoute,
  path: '/services',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => import('#app/features/site/services-page.tsx'), 'ServicesPage'),
  staticData: { title: getPageTitle('/services'), frame: 'plain' },
})

const CaseBookPage = lazyRouteComponent(() => import('./real-estate-screens.tsx'), 'RealEstateScreen')
const ServicePage = lazyRouteComponent(
  () => import('#app/features/site/real-estate-service-page.tsx'),
  'RealEstateServicePage',
)

const realEstate = createRoute({
  getParentRoute: () => rootRoute,
  path: '/services/real-estate',
  validateSearch: anySearch,
  // Everyone except staff sees the service page.
  component: chooseByRole(CaseBookPage, ServicePage),
  loader: ({ cause }) => fetchScreen(CaseBookPage, ServicePage, cause),
  staticData: {
    title: getPageTitle('/services/real-estate'),
    staffTitle: '부동산 등기 관리',
    breadcrumb: '서비스',
    frame: 'staff_if_staff',
  },
})

/**
 * Staff: loads the screen in parallel with its frame. Visitors: loads the page before the first
 * render, so that the footer does not jump.
 */
async function fetchScreen(
  forStaff: PreloadableRoute,
  forVisitors: PreloadableRoute,
  cause: Navigation['cause'],
): Promise<void> {
  if (isStaff(session)) {
    fetchStaffAreaAhead(cause)
    void forStaff.preload?.()
  } else await forVisitors.preload?.()
}

interface PreloadableRoute {
  preload?: () => Promise<unknown> | undefined
}

/** One path with one screen for staff and another for everyone else. */
function chooseByRole(ForStaff: ComponentType, ForOthers: ComponentType) {
  return function RoleScreen() {
    return isStaff(useSession()) ? <ForStaff /> : <ForOthers />
  }
}

const DepositPage = lazyRouteComponent(() => import('./deposit-screens.tsx'), 'DepositScreen')
const DepositServicePage = lazyRouteComponent(
  () => import('#app/features/site/deposit-service-page.tsx'),
  'DepositServicePage',
)

/**
 * Master data is a separate feature that is shown inside the deposits' page; the two are joined
 * here.
 */
const masterTabs = {
  company: lazyRouteComponent(() => import('#app/features/master-data/master-tabs.tsx'), 'CompanyTab'),
  department: lazyRouteComponent(() => import('#app/features/master-data/master-tabs.tsx'), 'DepartmentTab'),
  manager: lazyRouteComponent(() => import('#app/features/master-data/master-tabs.tsx'), 'ManagerTab'),
  project: lazyRouteComponent(() => import('#app/features/master-data/master-tabs.tsx'), 'ProjectTab'),
  title: lazyRouteComponent(() => import('#app/features/master-data/master-tabs.tsx'), 'TitleTab'),
}

const deposit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/services/deposit',
  validateSearch: anySearch,
  component: chooseByRole(() => <DepositPage masterTabs={masterTabs} />, DepositServicePage),
  loader: ({ cause }) => fetchScreen(DepositPage, DepositServicePage, cause),
  staticData: {
    title: getPageTitle('/services/deposit'),
    staffTitle: '공탁 관리',
    breadcrumb: '서비스',
    frame: 'staff_if_staff',
  },
})

const QuickPage = lazyRouteComponent(() => import('#app/features/quick-delivery/quick-page.tsx'), 'QuickPage')
const QuickSignIn = lazyRouteComponent(() => import('#app/features/quick-delivery/quick-sign-in.tsx'), 'QuickSignIn')

const quick = createRoute({
  getParentRoute: () => rootRoute,
  path: '/quick',
  validateSearch: anySearch,
  // Open to anyone, but its records are only for staff.
  component: chooseByRole(QuickPage, QuickSignIn),
  loader: () => void (isStaff(session) ? QuickPage : QuickSignIn).preload?.(),
  staticData: { title: '퀵', frame: 'staff_if_staff', canFillScreen: true },
})

const TodayPage = lazyRouteComponent(() => import('#app/features/today/today-page.tsx'), 'TodayPage')

const FirstSteps = lazyRouteComponent(() => import('#app/shell/first-steps/first-steps.tsx'), 'FirstSteps')

const today = createRoute({
  ...staffScreen('/staff', '오늘'),
  component: () => <TodayPage above={<FirstSteps />} />,
  loader: () => void TodayPage.preload?.(),
})

const calendar = createRoute({
  ...staffScreen('/staff/calendar', '달력'),
  component: lazyRouteComponent(() => import('#app/features/calendar/calendar-page.tsx'), 'CalendarPage'),
})

const reminders = createRoute({
  ...staffScreen('/staff/reminders', '다시 보기'),
  component: lazyRouteComponent(() => import('#app/features/reminders/reminders-page.tsx'), 'RemindersPage'),
})

const outbox = createRoute({
  ...staffScreen('/staff/outbox', '보낼 작업'),
  component: lazyRouteComponent(() => import('#app/shell/outbox/outbox-screen.tsx'), 'OutboxScreen'),
})

const cardReport = createRoute({
  ...staffScreen('/staff/card-report', '카드사용내역'),
  component: lazyRouteComponent(() => import('#app/features/card-usage/card-usage-page.tsx'), 'CardReportPage'),
})

const carLedger = createRoute({
  ...staffScreen('/staff/car-ledger', '차량·카드 장부'),
  component: lazyRouteComponent(() => import('#app/features/card-usage/card-usage-page.tsx'), 'CarExpensePage'),
})

const leave = createRoute({
  ...staffScreen('/staff/leave-request', '휴가신청'),
  component: lazyRouteComponent(() => import('#app/features/leave/leave-page.tsx'), 'LeavePage'),
})

const register = createRoute({
  ...staffScreen('/staff/register', '법정 사건부'),
  component: lazyRouteComponent(() => import('#app/features/register/register-page.tsx'), 'RegisterPage'),
})

const ChatPage = lazyRouteComponent(() => import('#app/features/chat/chat-page.tsx'), 'ChatPage')
const StaffChatPage = lazyRouteComponent(() => import('#app/features/chat/staff/staff-chat-page.tsx'), 'StaffChatPage')

const chat = createRoute({
  getParentRoute: () => rootRoute,
  path: '/features',
  // Staff can also ask about the office's records.
  component: chooseByRole(StaffChatPage, ChatPage),
  loader: ({ cause }) => fetchScreen(StaffChatPage, ChatPage, cause),
  staticData: { title: getPageTitle('/features'), frame: 'staff_if_staff', hasNoFooter: true },
})

const inquiries = createRoute({
  ...staffScreen('/staff/inquiries', '문의함'),
  component: lazyRouteComponent(() => import('#app/features/inquiries/inquiries-page.tsx'), 'InquiriesPage'),
})

const addresses = createRoute({
  ...staffScreen('/staff/addresses', '부동산 주소 관리'),
  component: lazyRouteComponent(() => import('#app/features/addresses/addresses-page.tsx'), 'AddressesPage'),
})

const SettingsPage = lazyRouteComponent(() => import('#app/features/admin/settings-page.tsx'), 'SettingsPage')
const AddressList = lazyRouteComponent(() => import('#app/features/addresses/address-list.tsx'), 'AddressList')

/** The address list is a tab of the settings page, for superusers. */
function SettingsRoute() {
  return <SettingsPage addresses={AddressList} />
}

/** Redirects old links to the operator's tabs, which now have a separate page. */
function enterSettings(navigation: Navigation & { readonly location: { readonly search: object } }): void {
  requireSuperuser(navigation)
  const { search } = navigation.location
  const tab = 'tab' in search ? search.tab : undefined
  if (operatorTabs.some((operatorTab) => operatorTab === tab))
    throw redirect({ to: '/settings/server', search: { ...search }, replace: true })
}

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  beforeLoad: enterSettings,
  validateSearch: anySearch,
  component: SettingsRoute,
  staticData: { title: '관리', frame: 'staff' },
})

const serverSettings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/server',
  beforeLoad: requireSuperuser,
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('#app/features/admin/server-page.tsx'), 'ServerPage'),
  staticData: { title: '서버 운영', frame: 'staff' },
})

const apiDocs = createRoute({
  ...staffScreen('/staff/api', '연동 API'),
  component: lazyRouteComponent(() => import('#app/features/admin/api-page.tsx'), 'ApiPage'),
})

const devices = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/devices',
  beforeLoad: requireSignedIn,
  component: lazyRouteComponent(() => import('#app/shell/account/devices-screen.tsx'), 'DevicesScreen'),
  staticData: { title: '로그인한 기기', frame: 'staff_if_staff' },
})

const security = createRoute({
  ...staffScreen('/account/security', '보안'),
  component: lazyRouteComponent(() => import('#app/shell/account/security-screen.tsx'), 'SecurityScreen'),
})

const notifications = createRoute({
  ...staffScreen('/account/notifications', '알림'),
  component: lazyRouteComponent(() => import('#app/shell/account/notifications-screen.tsx'), 'NotificationsScreen'),
})

const popup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/popup/$kind/$id',
  beforeLoad: requireStaff,
  component: PopupRoute,
  staticData: { title: '상세 정보', frame: 'bare' },
})

const DetailPopup = lazyRouteComponent(() => import('#app/records/detail/detail-popup.tsx'), 'DetailPopup')
const detailPages = {
  'real-estate': lazyRouteComponent(() => import('./real-estate-screens.tsx'), 'CaseWindow'),
  'real-estate-units': lazyRouteComponent(() => import('./real-estate-screens.tsx'), 'UnitWindow'),
  'deposit-cases': lazyRouteComponent(() => import('./deposit-screens.tsx'), 'DepositWindow'),
  addresses: lazyRouteComponent(() => import('#app/features/addresses/address-detail-page.tsx'), 'AddressDetailPage'),
}

function PopupRoute() {
  return <DetailPopup pages={detailPages} />
}

const routeTree = rootRoute.addChildren([
  ...siteRoutes,
  services,
  realEstate,
  deposit,
  quick,
  cardReport,
  carLedger,
  leave,
  register,
  ...blogRoutes,
  chat,
  inquiries,
  addresses,
  today,
  calendar,
  reminders,
  outbox,
  settings,
  serverSettings,
  apiDocs,
  devices,
  security,
  notifications,
  popup,
  ...signInRoutes,
])

/**
 * `takeEmbedded`: data embedded in the page by the server. `history`: set in Node, which has no
 * browser history.
 */
export function createAppRouter({ takeEmbedded, history }: RouterContext & { history?: RouterHistory }) {
  return createRouter({
    routeTree,
    context: { takeEmbedded },
    ...(history && { history, isServer: true }),
    trailingSlash: 'never',
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    defaultPendingComponent: ScreenPending,
    // In Node, scroll restoration would add an inline script, which the CSP refuses.
    scrollRestoration: history === undefined && createScrollCheck(),
  })
}

/**
 * Whether the router may set the scroll position. Not on the first page if its reader has already
 * scrolled: the page came as HTML before any script ran.
 */
function createScrollCheck(): () => boolean {
  let isFirst = true
  return () => {
    const hasReaderScrolled = isFirst && window.scrollY > 0
    isFirst = false
    return !hasReaderScrolled
  }
}
