import assert from 'node:assert/strict'
import test from 'node:test'
import { decodePolyline, encodePolyline } from '../src/formats.js'
import { trackLength } from '../src/track.js'

test('one degree of latitude is about 111 kilometres', () => {
  const length = trackLength([{ lat: 0, lon: 0 }, { lat: 1, lon: 0 }])
  assert.ok(Math.abs(length - 111195) < 10)
})

test('a polyline survives the way there and back', () => {
  const points = [{ lat: 46.1, lon: 11.1 }, { lat: 46.20001, lon: 11.2 }]
  assert.deepEqual(decodePolyline(encodePolyline(points)), points)
})
