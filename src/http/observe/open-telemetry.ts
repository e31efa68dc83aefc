import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { type Log, createSampler } from '../../shared/log.ts'
import type { Tracer } from '../../shared/trace/request-trace.ts'

/** Time between two lines about a collector that does not take spans. */
const SILENCE_MS = 60_000
/** Time for the last spans at a stop. */
const CLOSE_LIMIT_MS = 1000
/** Time for one batch. It is less than what a stop waits for threads. */
const EXPORT_LIMIT_MS = 2000
const FIELDS = ['traceparent', 'tracestate']

/**
 * Traces by the SDK of OpenTelemetry, which reads the address of the collector, the sampler and the limit of its queue
 * (`OTEL_BSP_MAX_QUEUE_SIZE`) from variables. This module is loaded only where there is a collector.
 */
export function createTracer(log: Log): Tracer {
  const sampleFaults = createSampler(SILENCE_MS)
  setGlobalErrorHandler((error) => {
    const more = sampleFaults()
    // The error of an exporter holds the answer of the collector.
    const reason = error instanceof Error ? error.name : 'unknown'
    if (more !== null) log.pino.warn({ reason, more }, 'spans are lost: the collector does not take them')
  })
  const named = resourceFromAttributes({ 'service.name': 'signpost' })
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: EXPORT_LIMIT_MS }), {
        exportTimeoutMillis: EXPORT_LIMIT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('signpost')
  const propagator = new W3CTraceContextPropagator()

  return {
    begin(name, field, attributes) {
      const parent = propagator.extract(ROOT_CONTEXT, field, { get: (read, key) => read(key), keys: () => FIELDS })
      // All parts of a request have one clock, whatever becomes of that of the system meanwhile.
      const offsetMs = Date.now() - performance.now()
      const startTime = offsetMs + performance.now()
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, startTime }, parent)
      const context = trace.setSpan(parent, span)
      const { spanId, traceFlags, traceId } = span.spanContext()
      return {
        traceId,
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
        sampled: span.isRecording(),
        add({ attributes = {}, endMs, failed, isClient, name, startMs }) {
          const kind = isClient === true ? SpanKind.CLIENT : SpanKind.INTERNAL
          const part = tracer.startSpan(name, { kind, attributes, startTime: offsetMs + startMs }, context)
          if (failed === true) part.setStatus({ code: SpanStatusCode.ERROR })
          part.end(offsetMs + endMs)
        },
        end(status, attributes) {
          span.setAttributes({ ...attributes, 'http.response.status_code': status })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end(offsetMs + performance.now())
        },
      }
    },
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}
