import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { session } from '#app/session/session-store.ts'
import { ConfirmProvider } from '#app/ui/overlays/confirm.tsx'
import { useDirtyForm } from './dirty-form.ts'
import { NavigationGuard } from './use-navigation-guard.ts'

const user = session.user
const onDiscard = vi.fn<() => void>()

beforeEach(() => {
  onDiscard.mockClear()
  session.user = { id: 'u1' } as NonNullable<typeof session.user>
})
afterEach(() => {
  session.user = user
})

function Frame() {
  return (
    <ConfirmProvider>
      <NavigationGuard />
      <Link to="/contact">다른 화면</Link>
      <Outlet />
    </ConfirmProvider>
  )
}

function LostForm() {
  return <Form name="휴가 신청" options={{ onDiscard }} />
}

function KeptForm() {
  return <Form name="배송 기록 입력" options={{ survivesNavigation: true }} />
}

function Form({ name, options }: { name: string; options: Parameters<typeof useDirtyForm>[2] }) {
  const [text, setText] = useState('')
  useDirtyForm(text !== '', name, options)
  return <input aria-label={name} value={text} onChange={(event) => setText(event.target.value)} />
}

async function openScreen(path: '/lost' | '/kept') {
  const root = createRootRoute({ component: Frame, staticData: { title: '', frame: 'staff' } })
  const screens = { '/lost': LostForm, '/kept': KeptForm, '/contact': () => <p>다른 화면입니다</p> }
  const routes = Object.entries(screens).map(([screenPath, component]) =>
    createRoute({ getParentRoute: () => root, path: screenPath, component, staticData: { title: '', frame: 'staff' } }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  // The app's router is registered as the type of every router.
  await render(<RouterProvider router={router as never} />)
}

const question = page.getByText('입력 중인 내용을 버리고 이동하시겠습니까?')
const otherScreen = page.getByText('다른 화면입니다')

test('a link asks before it leaves a screen with typed text, and 취소 stays there', async () => {
  await openScreen('/lost')
  const field = page.getByRole('textbox', { name: '휴가 신청' })
  await field.fill('가족 행사')
  await page.getByRole('link', { name: '다른 화면' }).click()
  await expect.element(question).toBeVisible()
  await page.getByRole('button', { name: '취소' }).click()
  await expect.element(field).toHaveValue('가족 행사')
  expect(onDiscard).not.toHaveBeenCalled()
  await page.getByRole('link', { name: '다른 화면' }).click()
  await page.getByRole('button', { name: '버리고 이동' }).click()
  await expect.element(otherScreen).toBeVisible()
  expect(onDiscard).toHaveBeenCalledTimes(1)
})

test('a link does not ask without typed text', async () => {
  await openScreen('/lost')
  await page.getByRole('link', { name: '다른 화면' }).click()
  await expect.element(otherScreen).toBeVisible()
})

test('a link does not ask when the text is still there on return', async () => {
  await openScreen('/kept')
  await page.getByRole('textbox', { name: '배송 기록 입력' }).fill('김가온')
  await page.getByRole('link', { name: '다른 화면' }).click()
  await expect.element(otherScreen).toBeVisible()
})
