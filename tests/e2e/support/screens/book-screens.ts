import { collectionNames, getBook } from '#contract/books/collections.ts'
import { addressStates, depositStates, realEstateStates, unitStates, windowStates } from './book-states.ts'
import { heading, records, type Screen, type WalkState } from './screen.ts'

const realEstateTabs: readonly Screen[] = [
  list('/services/real-estate?tab=address', '세대', { states: [createForm('세대'), ...unitStates] }),
  list('/services/real-estate?tab=table', '사건부', { states: realEstateStates }),
  report('/services/real-estate'),
  list('/services/real-estate?tab=group', '사업구간', { states: [createForm('사업구간')] }),
  list('/services/real-estate?tab=bank', '은행', { isShort: true, states: [createForm('은행')] }),
]

const depositTabs: readonly Screen[] = [
  list('/services/deposit?tab=address', '공탁 사건', { states: depositStates }),
  list('/services/deposit?tab=table', '공탁 사건부'),
  {
    ...report('/services/deposit'),
    states: [
      {
        name: '미수금',
        async open(page) {
          await page.getByRole('tab', { name: '미수금' }).click()
          await page.getByRole('table').waitFor()
        },
      },
    ],
  },
  list('/services/deposit?tab=company', '회사', { isShort: true, states: [createForm('회사')] }),
  list('/services/deposit?tab=department', '부서', { isShort: true, states: [createForm('부서')] }),
  list('/services/deposit?tab=manager', '관리자', { isShort: true, states: [createForm('관리자')] }),
  list('/services/deposit?tab=project', '사업구간', { states: [createForm('사업구간')] }),
  list('/services/deposit?tab=title', '목록', { states: [createForm('목록')] }),
]

/** The record window of every book that has one. */
const windows: readonly Screen[] = collectionNames
  .filter((name) => getBook(name).hasWindow)
  .map((name) => ({
    route: '/popup/$kind/$id',
    reader: 'staff',
    path: ({ firstIds }) => `/popup/${name}/${firstIds.get(name) ?? ''}`,
    shows: heading(/./),
  }))

export const bookScreens: readonly Screen[] = [
  ...realEstateTabs,
  ...depositTabs,
  list('/staff/addresses', '부동산 주소', { states: addressStates }),
  ...windows,
  {
    route: '/popup/$kind/$id',
    reader: 'staff',
    path: ({ unitId }) => `/popup/real-estate-units/${unitId}`,
    shows: (page) => page.getByRole('button', { name: '상대방 추가' }),
    states: windowStates,
  },
]

interface ListOptions {
  /** The demo office has fewer than eleven records of this book. */
  readonly isShort?: true
  readonly states?: readonly WalkState[]
}

function list(path: string, name: string, { isShort, states = [] }: ListOptions = {}): Screen {
  const route = path.split('?')[0] as Screen['route']
  return { route, reader: 'staff', path, shows: records(name), states, ...(isShort ? {} : { isList: true }) }
}

function report(route: Screen['route']): Screen {
  return { route, reader: 'staff', path: `${route}?tab=report`, shows: (page) => page.locator('table, figure') }
}

/** The form for a new record. */
function createForm(name: string): WalkState {
  return {
    name: `${name} 추가`,
    within: '[role=dialog]',
    async open(page) {
      await page
        .getByRole('button', { name: `${name} 추가` })
        .first()
        .click()
      await page.getByRole('dialog', { name: `${name} 추가` }).waitFor()
    },
  }
}
