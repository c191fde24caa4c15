import { type ExpectMatcherState, type Locator, type Page, expect as playwrightExpect } from '@playwright/test'

/**
 * Every failed try of Playwright's own assertions (1.65) computes the accessibility tree of the
 * whole page for a discarded message: 35 ms of the page's main thread with a table of 2,000
 * elements, some ten times per screen. So these assertions first use `waitFor`, which does not.
 */
export const expect = playwrightExpect.extend({
  async toBeVisible(this: ExpectMatcherState, locator: Locator, ...args: Parameters<Assertions['toBeVisible']>) {
    const expectsVisible = !this.isNot && args[0]?.visible !== false
    // A toast that was visible may be gone when it is checked again.
    if (expectsVisible && (await isSeen(locator, readTimeout(args) ?? this.timeout)))
      return { pass: true, message: () => '' }
    return await runAssertion(this, (isNot) =>
      (isNot ? playwrightExpect(locator).not : playwrightExpect(locator)).toBeVisible(...args),
    )
  },
  toBeEnabled: whenThere('toBeEnabled'),
  toBeFocused: whenThere('toBeFocused'),
  toContainText: whenThere('toContainText'),
  toHaveAttribute: whenThere('toHaveAttribute'),
  toHaveText: whenThere('toHaveText'),
  toHaveValue: whenThere('toHaveValue'),
  async toHaveURL(this: ExpectMatcherState, page: Page, ...args: UrlArguments) {
    const [url] = args
    const matcher = toUrlMatcher(url)
    if (!this.isNot && matcher)
      await ignoreFailure(page.waitForURL(matcher, { timeout: this.timeout, waitUntil: 'commit' }))
    return await runAssertion(this, (isNot) =>
      (isNot ? playwrightExpect(page).not : playwrightExpect(page)).toHaveURL(...args),
    )
  },
})

type AttachedAssertion =
  | 'toBeEnabled'
  | 'toBeFocused'
  | 'toContainText'
  | 'toHaveAttribute'
  | 'toHaveText'
  | 'toHaveValue'
type Assertions = ReturnType<typeof playwrightExpect<Locator>>
type UrlArguments = Parameters<ReturnType<typeof playwrightExpect<Page>>['toHaveURL']>

function isSeen(locator: Locator, timeout: number): Promise<boolean> {
  return locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  )
}

function whenThere<N extends AttachedAssertion>(name: N) {
  return async function (this: ExpectMatcherState, locator: Locator, ...args: Parameters<Assertions[N]>) {
    if (!this.isNot)
      await ignoreFailure(locator.waitFor({ state: 'attached', timeout: readTimeout(args) ?? this.timeout }))
    return await runAssertion(this, async (isNot) => {
      const assertions = isNot ? playwrightExpect(locator).not : playwrightExpect(locator)
      const assertion = assertions[name] as (...assertionArgs: Parameters<Assertions[N]>) => Promise<void>
      await assertion.apply(assertions, args)
    })
  }
}

/** Ignores a failed wait, because the assertion itself reports what is missing or ambiguous. */
async function ignoreFailure(waiting: Promise<void>): Promise<void> {
  await waiting.catch(() => undefined)
}

async function runAssertion({ isNot }: ExpectMatcherState, assert: (isNot: boolean) => Promise<void>) {
  try {
    await assert(isNot)
    return { pass: !isNot, message: () => '' }
  } catch (error) {
    return { pass: isNot, message: () => (error instanceof Error ? error.message : String(error)) }
  }
}

function readTimeout(args: readonly unknown[]): number | undefined {
  const last = args.at(-1)
  return typeof last === 'object' && last !== null && 'timeout' in last ? Number(last.timeout) : undefined
}

function toUrlMatcher(url: UrlArguments[0]): RegExp | ((url: URL) => boolean) | undefined {
  if (url instanceof RegExp) return url
  const wantedUrl = typeof url === 'string' ? URL.parse(url) : null
  return wantedUrl === null ? undefined : ({ href }) => href === wantedUrl.href
}
