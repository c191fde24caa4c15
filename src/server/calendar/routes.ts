import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator'
import { z } from 'zod'
import {
  calendarFeedPath,
  calendarFilePath,
  createdFeedSchema,
  feedChoicesSchema,
  feedStateSchema,
} from '#contract/calendar/calendar-feed.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import type { FeedEvent } from '#domain/calendar/feed-events.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { getOfficeTitle } from '#domain/office/office-texts.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildDispositionHeader } from '#server/documents/attachment.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { resolveOrigin } from '#server/http/own-origin.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import {
  changeFeed,
  endFeed,
  type FeedActor,
  feedArea,
  findFeed,
  makeFeed,
  readFeedState,
  recordFeedRead,
} from './feeds.ts'
import { readFeedEvents } from './read-events.ts'

const tags = ['달력']
const failures = { '4xx': problemSchema }
const forStaff = async (request: FastifyRequest) => void requireStaff(request)

/** The calendar for other programs (RFC 5545), and the calls with which a person manages theirs. */
export function calendarRoutes(app: App, deps: Deps & Pick<RouteDeps, 'office' | 'servedBooks'>): void {
  registerManagement(app, deps)
  registerFeed(app, deps)
}

function registerManagement(app: App, { db, config, now }: Deps): void {
  const response = { 200: feedStateSchema, ...failures }
  const toActor = (request: FastifyRequest): FeedActor => ({
    user: requireStaff(request),
    ipAddress: request.ip,
    now: now(),
  })
  app.route({
    method: 'GET',
    url: calendarFeedPath,
    schema: { tags, summary: '캘린더 구독 상태', response },
    onRequest: forStaff,
    handler: async (request) => await readFeedState(db, requireStaff(request).id),
  })
  app.route({
    method: 'POST',
    url: calendarFeedPath,
    schema: {
      tags,
      summary: '캘린더 구독 주소 만들기',
      body: feedChoicesSchema,
      response: { 200: createdFeedSchema, ...failures },
    },
    onRequest: forStaff,
    handler: async (request) => {
      const { token, ...state } = await makeFeed(db, request.body, toActor(request))
      return { ...state, address: `${resolveOrigin(request, config)}${calendarFilePath.replace(':token', token)}` }
    },
  })
  app.route({
    method: 'PUT',
    url: calendarFeedPath,
    schema: { tags, summary: '캘린더 구독 내용 바꾸기', body: feedChoicesSchema, response },
    onRequest: forStaff,
    handler: async (request) => await changeFeed(db, request.body, toActor(request)),
  })
  app.route({
    method: 'DELETE',
    url: calendarFeedPath,
    schema: { tags, summary: '캘린더 구독 끊기', response },
    onRequest: forStaff,
    handler: async (request) => await endFeed(db, toActor(request)),
  })
}

/**
 * HAZARD: the token in the path opens the calendar, so a path of this route must not be logged; the
 * log has its pattern only.
 */
function registerFeed(app: App, deps: Deps & Pick<RouteDeps, 'office' | 'servedBooks'>): void {
  const { db, config, now, office } = deps
  const books = deps.servedBooks.map(({ book }) => book)
  app.route({
    method: 'GET',
    url: calendarFilePath,
    schema: { tags, summary: '다른 캘린더에서 구독하는 일정', params: z.object({ token: z.string() }) },
    // Programs ask once in some minutes; those of an office often share one IP address.
    config: {
      hasOwnToken: true,
      rateLimit: { max: Math.ceil(config.rateLimitPerMinute / 10), timeWindow: '1 minute' },
    },
    handler: async (request, reply) => {
      const feed = await findFeed(db, request.params.token, config)
      if (!feed) {
        request.hasRefusedProof = true
        throw new HttpProblem(problem('not_found'))
      }
      const { reader, shows_names: showsNames, is_own_only: isOwnOnly } = feed
      await recordFeedRead(db, reader.id, now())
      const today = toOfficeDay(now().getTime())
      const events = await readFeedEvents(db, { books, reader, isOwnOnly, showsNames, today })
      const text = writeCalendar(events, {
        name: `${getOfficeTitle(await office.read())} 일정`,
        origin: resolveOrigin(request, config),
      })
      const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
      reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
      if (request.headers['if-none-match'] === etag) return await reply.code(304).send()
      if (showsNames) {
        const detail = { count: events.length }
        await writeTrail(db, { user: reader, ipAddress: request.ip, act: 'list', collection: feedArea, detail })
      }
      return await reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', buildDispositionHeader('inline', fileNames))
        .send(text)
    },
  })
}

const fileNames = { ascii: 'calendar.ics', korean: '일정.ics' }

/** How often a program should ask again, in seconds. */
const refreshSeconds = 3600

/** An iCalendar file. `origin`: where the links to records lead. */
function writeCalendar(events: readonly FeedEvent[], { name, origin }: { name: string; origin: string }): string {
  const calendar = ical({
    name,
    prodId: { company: 'scrivener-office', product: 'calendar', language: 'KO' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  })
  for (const { uid, version, createdAt, updatedAt, firstDay, lastDay, summary, notes, href } of events) {
    calendar.createEvent({
      id: uid,
      sequence: version - 1,
      stamp: updatedAt,
      created: createdAt,
      lastModified: updatedAt,
      allDay: true,
      start: firstDay,
      end: addDays(lastDay, 1),
      summary,
      description: [...notes, `${origin}${href}`].join('\n'),
      // A deadline doesn't occupy its day.
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    })
  }
  return calendar.toString()
}
