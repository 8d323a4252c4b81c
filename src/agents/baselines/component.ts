import type { BelievedEdge, Component } from '../../belief/belief.ts';

/** A component of which nothing but edges is believed, each as surely as the component itself. */
export function component(
  filepath: string,
  status: Component['status'],
  confidence: number,
  edges: readonly Omit<BelievedEdge, 'confidence'>[],
): Component {
  return {
    filepath,
    status,
    purpose: '',
    exports: [],
    edges: edges.map((edge) => ({ ...edge, confidence })),
    confidence,
  };
}

/** Edges of one type. */
export function edgesTo(targets: Iterable<string>, type: BelievedEdge['type']): Omit<BelievedEdge, 'confidence'>[] {
  return [...targets].map((target) => ({ target, type }));
}
