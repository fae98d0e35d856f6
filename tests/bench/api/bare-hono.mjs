// The parent sends one JSON value. This process then answers every GET with it: the least work in Hono for an answer of these bytes.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

process.once('message', (value) => {
  const app = new Hono()
  app.get('*', (c) => c.json(value))
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send(port))
})
