import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'
import { type OpenRecord, type SearchState, useOpenRecord, useUrlSearch } from './use-url-search.ts'

const text = z.string().catch('').default('')
const schema = z.object({ search: text, group: text, owner: text, page: z.int().catch(1).default(1) })
const recordSearch = { schema, empty: schema.parse({}) }
type Search = z.infer<typeof schema>

/** Longer than the delay before typed text and a row are written to the URL. */
const restMs = 700
const waitForDebounce = () => new Promise((resolve) => void setTimeout(resolve, restMs))
const home = location.href
const staticData = { title: '', frame: 'staff' } as const

interface OpenList {
  state: SearchState<Search>
  record: OpenRecord
}

let list: OpenList
let router: ReturnType<typeof openRouter>

beforeEach(async () => {
  history.pushState(null, '', '/list?group=day')
  router = openRouter()
  // The app's router is registered as the type of every router.
  await render(<RouterProvider router={router as never} />)
  await expectShown('group: day')
})

afterEach(() => {
  router.history.destroy()
  history.pushState(null, '', home)
})

function openRouter() {
  const root = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/list', component: List, staticData }),
    createRoute({
      getParentRoute: () => root,
      path: '/other',
      component: OtherScreen,
      loader: waitForDebounce,
      staticData,
    }),
  ]
  const routeTree = root.addChildren(routes)
  return createRouter({ routeTree, history: createBrowserHistory(), defaultNotFoundComponent: () => null })
}

function List() {
  return (
    <ToastProvider>
      <SearchProbe />
    </ToastProvider>
  )
}

function SearchProbe() {
  const state = useUrlSearch<Search>(recordSearch)
  const record = useOpenRecord(['basic'])
  useEffect(() => {
    list = { state, record }
  })
  const { search, group, owner } = state.search
  return <output>{`search: ${search}, group: ${group}, owner: ${owner}`}</output>
}

function OtherScreen() {
  return <p>다른 화면</p>
}

async function goBack(): Promise<void> {
  const arrived = new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true })
  })
  history.back()
  await arrived
}

async function expectShown(words: string): Promise<void> {
  await expect.poll(() => page.getByRole('status').element().textContent).toContain(words)
}

test('a chosen step keeps its history entry when the next step follows at once', async () => {
  list.state.change({ group: 'owner' })
  await expectShown('group: owner')
  list.state.change({ group: '', owner: '묶음건3' })
  await expectShown('group: , owner: 묶음건3')
  await goBack()
  await expectShown('group: owner')
  expect(location.search).toBe('?group=owner')
  await goBack()
  await expectShown('group: day')
})

test('two steps at the same moment make two history entries', async () => {
  list.state.change({ group: 'owner' })
  list.state.change({ group: '' })
  await expectShown('group: ,')
  await goBack()
  await expectShown('group: owner')
  expect(location.search).toBe('?group=owner')
})

test('going back right after a step returns to where the step was taken', async () => {
  list.state.change({ group: 'owner' })
  await goBack()
  await waitForDebounce()
  await expectShown('group: day')
  expect(location.search).toBe('?group=day')
})

test('a step right after going back takes effect', async () => {
  list.state.change({ group: 'owner' })
  await waitForDebounce()
  await goBack()
  list.state.change({ group: 'month' })
  await waitForDebounce()
  await expectShown('group: month')
  expect(location.search).toBe('?group=month')
})

test('a step takes effect after a record was opened and closed', async () => {
  list.record.open('r1')
  list.record.open(null)
  list.state.change({ group: 'owner' })
  await waitForDebounce()
  await expectShown('group: owner')
  expect(location.search).toBe('?group=owner')
  await goBack()
  await goBack()
  expect(location.search).toBe('?group=day&open=r1')
})

test('writes typed words to the URL once typing pauses, as one history entry', async () => {
  const entries = history.length
  list.state.change({ search: '가' }, 'typed')
  list.state.change({ search: '가온' }, 'typed')
  await expectShown('search: 가온')
  expect(location.search).toBe('?group=day')
  await waitForDebounce()
  expect(new URLSearchParams(location.search).get('search')).toBe('가온')
  expect(history.length).toBe(entries + 1)
})

test('gives typed words their history entry before the step that follows them', async () => {
  list.state.change({ search: '가온' }, 'typed')
  await expectShown('search: 가온')
  list.record.open('r1')
  list.state.change({ group: 'owner' })
  await goBack()
  await expectShown('search: 가온, group: day')
  await goBack()
  await expectShown('search: 가온, group: day')
  expect(new URLSearchParams(location.search).get('open')).toBeNull()
  await goBack()
  await expectShown('search: , group: day')
})

test('writes no pending change into the URL of the next screen', async () => {
  list.state.change({ search: '가온' }, 'typed')
  list.state.row.settle(44)
  void router.navigate({ to: '/other' as '/' })
  await waitForDebounce()
  await expect.element(page.getByText('다른 화면')).toBeVisible()
  expect(location.pathname + location.search).toBe('/other')
})

test('writes the row without a history entry, and never into the entry the user went back to', async () => {
  const entries = history.length
  list.state.row.settle(44)
  await waitForDebounce()
  expect(location.search).toBe('?group=day&row=45')
  expect(history.length).toBe(entries)
  list.state.change({ group: 'owner' })
  list.state.row.settle(7)
  await waitForDebounce()
  expect(location.search).toBe('?group=owner&row=8')
  list.state.row.settle(12)
  await goBack()
  await waitForDebounce()
  expect(location.search).toBe('?group=day&row=45')
})

test('pages turned one after another share one history entry', async () => {
  const entries = history.length
  list.state.change({ page: 2 })
  list.state.change({ page: 3 })
  expect(location.search).toBe('?group=day&page=3')
  expect(history.length).toBe(entries + 1)
})

test('a correction replaces the history entry of what it corrects', async () => {
  const entries = history.length
  list.state.change({ page: 2 }, 'corrected')
  expect(location.search).toBe('?group=day&page=2')
  expect(history.length).toBe(entries)
})

test('does not read the row in the URL of the next screen while still mounted', async () => {
  void router.navigate({ to: '/other' as '/', search: { row: 45 } as never })
  expect(list.state.row.start()).toBe(0)
  list.state.change({ page: 3 }, 'corrected')
  await expect.element(page.getByText('다른 화면')).toBeVisible()
  expect(location.pathname + location.search).toBe('/other?row=45')
})

test('writes a row set during typing together with the typed words', async () => {
  list.state.change({ search: '가온' }, 'typed')
  list.state.row.settle(7)
  list.record.open('r1')
  await waitForDebounce()
  const searchParams = new URLSearchParams(location.search)
  expect([searchParams.get('search'), searchParams.get('open'), searchParams.get('row')]).toEqual(['가온', 'r1', '8'])
})
