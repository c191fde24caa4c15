import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { PublicFrame } from './public-frame.tsx'

const bar = page.getByRole('navigation', { name: '바로 연락' })

async function openFrame(path: string): Promise<void> {
  const root = createRootRoute({
    staticData: { title: '', frame: 'public' },
    component: () => <PublicFrame hasFooter>본문</PublicFrame>,
    notFoundComponent: () => null,
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [path] }) })
  // The app's router is registered as the type of every router.
  await render(<RouterProvider router={router as never} />)
  await expect.element(page.getByText('본문')).toBeVisible()
}

test('keeps the bar at the bottom of a phone, but lets it scroll in a low window', async () => {
  await page.viewport(390, 844)
  await openFrame('/about')
  await expect.element(bar).toHaveStyle({ position: 'sticky' })
  await page.viewport(390, 390)
  await expect.element(bar).toHaveStyle({ position: 'static' })
})

test('has no bar over the fields of the contact page, which offers both ways itself', async () => {
  await page.viewport(390, 844)
  await openFrame('/contact')
  await expect.element(page.getByRole('contentinfo')).toBeVisible()
  expect(bar.elements()).toEqual([])
})

test('has its menu in one line on a phone, also in a wider font than its own', async () => {
  await page.viewport(360, 800)
  document.body.style.letterSpacing = '1px'
  onTestFinished(() => void document.body.style.removeProperty('letter-spacing'))
  await openFrame('/about')
  const menu = page.getByRole('navigation', { name: '주 메뉴' }).last()
  expect(menu.element().clientHeight).toBeLessThan(50)
  await page.viewport(320, 640)
  expect(menu.element().scrollWidth).toBeLessThanOrEqual(320)
})
