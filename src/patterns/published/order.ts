import type { Draw } from '../draw.ts';
import type { Domain, DomainStage } from './domain.ts';
import { articles } from './domains/articles.ts';
import { claims } from './domains/claims.ts';
import { orders } from './domains/orders.ts';
import { readings } from './domains/readings.ts';

/** What the records of a codebase can be. */
export const DOMAINS: readonly Domain[] = [articles, claims, orders, readings];

/** Leaves out stages that no other needs, and orders the rest at random but for what must come after what. */
export function drawOrder(draw: Draw, domain: Domain, count: number): DomainStage[] {
  let used = [...domain.stages];
  while (used.length > count) {
    const free = used.filter(({ key }) => !used.some((other) => other.needs?.includes(key)));
    const dropped = draw.pick(free);
    used = used.filter((stage) => stage !== dropped);
  }
  const order: DomainStage[] = [];
  while (order.length < used.length) {
    const waiting = used.filter((stage) => !order.includes(stage));
    const ready = waiting.filter((stage) => !waiting.some((other) => other.key in stage.after));
    order.push(draw.pick(ready));
  }
  return order;
}
