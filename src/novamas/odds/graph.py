"""The strongly connected components of a graph, in reverse topological order."""

from __future__ import annotations

from collections.abc import Sequence


def cycles(after: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the strongly connected components. Each comes after all components to which it leads.

    Tarjan's algorithm, without recursion.
    """
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    parts: list[list[int]] = []
    for root in range(len(after)):
        if root in order:
            continue
        work = [(root, 0)]
        while work:
            node, child = work.pop()
            if child == 0:
                order[node] = low[node] = len(order)
                stack.append(node)
                on_stack.add(node)
            elif after[node][child - 1] in on_stack:
                low[node] = min(low[node], low[after[node][child - 1]])
            while child < len(after[node]) and after[node][child] in order:
                if after[node][child] in on_stack:
                    low[node] = min(low[node], order[after[node][child]])
                child += 1
            if child < len(after[node]):
                work.append((node, child + 1))
                work.append((after[node][child], 0))
                continue
            if low[node] == order[node]:
                part = []
                while True:
                    member = stack.pop()
                    on_stack.discard(member)
                    part.append(member)
                    if member == node:
                        break
                parts.append(part)
    return parts
