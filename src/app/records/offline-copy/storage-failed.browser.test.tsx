import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { StorageFailed } from './storage-failed.tsx'

const heading = page.getByRole('heading', { name: '이 기기의 저장소를 열지 못했습니다' })

test.each([
  ['silent', '브라우저가 응답하지 않습니다.'],
  ['blocked', '다른 창에서 이전 버전이 열려 있습니다.'],
  ['full', '이 기기의 저장 공간이 부족합니다.'],
  ['lost', '브라우저를 다시 시작하면 열릴 수 있습니다.'],
] as const)(
  'says why the storage does not open (%s), that nothing was deleted, and tries again',
  async (reason, text) => {
    const onRetry = vi.fn<() => void>()
    await render(<StorageFailed reason={reason} onRetry={onRetry} onContinue={() => Promise.resolve()} />)
    await expect.element(heading).toBeVisible()
    await expect.element(page.getByText(text, { exact: false })).toBeVisible()
    await expect.element(page.getByText('지워지지 않았으며', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: '다시 시도' }).click()
    expect(onRetry).toHaveBeenCalledOnce()
  },
)

test('work without the storage begins once, and says when it cannot begin', async () => {
  const beginning = Promise.withResolvers<void>()
  const onContinue = vi.fn<() => Promise<void>>(() => beginning.promise)
  await render(<StorageFailed reason="silent" onRetry={() => undefined} onContinue={onContinue} />)
  const proceed = page.getByRole('button', { name: '저장하지 않고 온라인으로 작업' })
  await proceed.click()
  await expect.element(proceed).toBeDisabled()
  beginning.reject(new Error('offline'))
  await expect.element(page.getByText('온라인 작업을 시작하지 못했습니다.', { exact: false })).toBeVisible()
  await proceed.click()
  expect(onContinue).toHaveBeenCalledTimes(2)
})
