import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { useUrlWriter } from '../url-state/url-writer.ts'
import { useGroupReturn } from './use-group-return.ts'

const home = location.href
let router: ReturnType<typeof openRouter>

beforeEach(async () => {
  history.pushState(null, '', '/list?group=owner')
  router = openRouter()
  // The app's router is registered as the type of every router.
  await render(<RouterProvider router={router as never} />)
})

afterEach(() => {
  router.history.destroy()
  history.pushState(null, '', home)
})

function openRouter() {
  const root = createRootRoute()
  const list = createRoute({
    getParentRoute: () => root,
    path: '/list',
    component: List,
    staticData: { title: '', frame: 'staff' },
  })
  return createRouter({
    routeTree: root.addChildren([list]),
    history: createBrowserHistory(),
    defaultNotFoundComponent: () => null,
  })
}

function List() {
  const { group }: { group?: string } = useSearch({ strict: false })
  return group === undefined ? <p>한 묶음의 목록</p> : <Groups />
}

const undone = { rowId: 'string:다', key: null, requestNumber: 1 }

function Groups() {
  const writer = useUrlWriter()
  const back = useGroupReturn(null)
  function open() {
    back.savePosition({ rowId: 'string:나', openIds: new Set(['string:가']) })
    writer.write(() => ({}))
  }
  return (
    <>
      <output>{`${back.resolveTarget(null)?.rowId ?? '없음'}, ${back.resolveTarget(undone)?.rowId}, ${[...back.openIds].join()}`}</output>
      <button type="button" onClick={open}>
        열기
      </button>
    </>
  )
}

test('Back from the list of a group returns to its row and to the groups that were open in place', async () => {
  await expect.element(page.getByRole('status')).toHaveTextContent('없음, string:다,')
  await page.getByRole('button', { name: '열기' }).click()
  await expect.element(page.getByText('한 묶음의 목록')).toBeVisible()
  history.back()
  await expect.element(page.getByRole('status')).toHaveTextContent('string:나, string:다, string:가')
})

test('groups chosen later begin without a row to return to', async () => {
  await page.getByRole('button', { name: '열기' }).click()
  await expect.element(page.getByText('한 묶음의 목록')).toBeVisible()
  await router.navigate({ to: '/list' as never, search: { group: 'owner' } as never })
  await expect.element(page.getByRole('status')).toHaveTextContent('없음, string:다,')
})
