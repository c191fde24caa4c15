import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { proxy } from 'valtio'
import { expect, test } from 'vitest'
import { useHydratedSnapshot } from './hydrated-snapshot.ts'

test.each([1, 7])('hydrates as the server rendered it, then shows earlier changes: %i', async (count) => {
  const state = proxy({ count: 0 })
  function Part() {
    return <p>{useHydratedSnapshot(state, { count: 0 }).count}</p>
  }
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(<Part />)
  expect(container.textContent).toBe('0')
  state.count = count
  const errors: unknown[] = []
  const root = hydrateRoot(container, <Part />, { onRecoverableError: (error) => errors.push(error) })
  await expect.poll(() => container.textContent).toBe(String(count))
  expect(errors).toEqual([])
  root.unmount()
  container.remove()
})
