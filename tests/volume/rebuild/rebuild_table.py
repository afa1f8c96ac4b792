"""The correction table of one part: tree, limbs, directions, bend maps, twist targets.

Sections in comments are those of docs/volume.md; this file follows 2 to 5 and 7, rebuild_shaping follows 6.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.sparse import coo_matrix, diags
from scipy.sparse.csgraph import dijkstra
from scipy.sparse.linalg import splu

from rebuild_shaping import shape_map, unit

LAST = np.radians(146.0)        # the last angle that twist profiles are fitted to (section 7)


def smoothstep(t):
    """Start of the page."""
    t = np.clip(t, 0, 1)
    return t * t * (3 - 2 * t)


@dataclass
class Node:
    """A node of the volume tree and what is built for it."""

    slot: int
    parent: int                                         # -1: the root
    children: list = field(default_factory=list)
    subtree: np.ndarray = None                          # S_i
    pivot: np.ndarray = None
    turning: list = None                                # turning points
    head: np.ndarray = None                             # bone
    tail: np.ndarray = None
    parent_bone: np.ndarray = None                      # vector
    child_bone: np.ndarray = None
    axis: np.ndarray = None
    radius: float = 0.0
    bend: np.ndarray = None                             # u_i of the bend
    gain: float = 0.0
    reach: float = 0.0
    twists: np.ndarray = None                           # u_i of the four twists: 4 by points by 3
    has_twists: bool = False


# ------------------------------------------------------------------------------------------ section 2


def grow_tree(part, skeleton):
    """Section 2: Prim's algorithm over the shared flesh."""
    mass = part.area @ part.floats
    shared = part.floats.T @ (part.area[:, None] * part.floats)
    slots = [slot for slot in range(len(mass)) if mass[slot] > 0]
    pull = np.zeros_like(shared)
    for a in slots:
        for b in slots:
            if a != b:
                line = skeleton.carries(a, b) or skeleton.carries(b, a)
                carrying = line and not any(mass[c] > 0 for c in skeleton.between(a, b))
                pull[a, b] = shared[a, b] if carrying else 0.05 * shared[a, b]
    start = max(slots, key=lambda slot: (mass[slot], -slot))
    nodes, left = [Node(start, -1)], [slot for slot in slots if slot != start]
    while left:
        best = {slot: max(pull[slot, node.slot] for node in nodes) for slot in left}
        slot = max(left, key=lambda s: (best[s], mass[s], -s))
        # A slot of no pull finds the root here, as the first node of that pull: the fallback.
        parent = next(number for number, node in enumerate(nodes) if pull[slot, node.slot] == best[slot])
        nodes[parent].children.append(len(nodes))
        nodes.append(Node(slot, parent))
        left.remove(slot)
    return nodes


def place_joints(part, skeleton, nodes):
    """Section 2: pivots, turning points, subtree weights."""
    for node in reversed(nodes):
        node.subtree = part.weights[:, node.slot] + sum(nodes[child].subtree for child in node.children)
    for node in nodes:
        node.subtree = np.where(node.subtree > 1 - 1e-6, 1.0, node.subtree)
        if node.parent < 0:
            node.pivot = skeleton.origin[node.slot]
            continue
        above = nodes[node.parent].slot
        node.pivot = skeleton.origin[above if skeleton.carries(node.slot, above) else node.slot]
        node.turning = [skeleton.origin[slot] for slot in range(len(skeleton.joints))
                        if skeleton.carries(slot, node.slot) != skeleton.carries(slot, above)]


# ------------------------------------------------------------------------------------------ section 3


def segment_distance(places, head, tail):
    """Section 3, Bone distance: of points from one segment."""
    along = tail - head
    length = along @ along
    t = np.clip((places - head) @ along / length, 0, 1) if length > 0 else np.zeros(len(places))
    return np.linalg.norm(places - head - t[:, None] * along, axis=1)


def lay_bones(part, nodes):
    """Section 3: bones, limbs, axes."""
    flesh = [node.subtree @ part.area for node in nodes]
    for number, node in enumerate(nodes):
        node.head = node.pivot
        node.tail = node.head
        if node.children:
            node.tail = nodes[max(node.children, key=lambda child: (flesh[child], -child))].pivot
        if np.linalg.norm(node.tail - node.head) < 1e-6 * part.size:
            node.tail = (node.subtree * part.area) @ part.bind / flesh[number]
    for node in nodes[1:]:
        node.child_bone = node.tail - node.head
        node.parent_bone = node.pivot - nodes[node.parent].head
        node.axis = np.array([0.0, 1.0, 0.0])
        for bone in (node.parent_bone, node.child_bone):
            if np.linalg.norm(bone) >= 1e-9 * part.size:
                node.axis = unit(bone)


def measure_limbs(part, nodes):
    """Section 3: bone distances d_i; sets the limb radii."""
    distance = np.full(len(part.bind), np.inf)
    for node in nodes:
        away = segment_distance(part.bind, node.head, node.tail)
        distance = np.where(part.weights[:, node.slot] > 0, np.minimum(distance, away), distance)
    for node in nodes[1:]:
        w = part.area * 4 * node.subtree * (1 - node.subtree)
        node.radius = w @ distance / w.sum() if w.sum() > 0 else 0.0
        if node.radius <= 1e-6 * part.size:
            node.radius = 0.02 * part.size
    return distance


def directions(part, flow, distance):
    """Section 3: normals and directions."""
    length = np.linalg.norm(part.gradient, axis=1, keepdims=True)
    normals = np.divide(part.gradient, length, out=np.zeros_like(part.gradient), where=length > 0)
    width = 0.7 * (part.area @ distance) / part.area.sum()
    spread = np.stack([flow.spread(normals[:, c], width, 1) for c in range(3)], axis=1)
    length = np.linalg.norm(spread, axis=1, keepdims=True)
    return normals, np.where(length > 1e-6, spread / np.maximum(length, 1e-300), normals)


# ------------------------------------------------------------------------------------------ section 4


class Flow:
    """Section 4: spreading over the surface in bind."""

    def __init__(self, part):
        count = len(part.bind)
        rows, columns, values = [], [], []
        for corner in range(3):
            o, a, b = (part.triangles[:, (corner + turn) % 3] for turn in range(3))
            u, v = part.bind[a] - part.bind[o], part.bind[b] - part.bind[o]
            across = 2 * np.linalg.norm(np.cross(u, v), axis=1)
            half = np.divide(np.einsum("ij,ij->i", u, v), across, out=np.zeros(len(o)), where=across > 0)
            rows.append(a)
            columns.append(b)
            values.append(np.clip(half, 0, 50) + 1e-3)
        one_way = coo_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), (count, count))
        conductance = (one_way + one_way.T).tocsr()
        self.area = part.area
        self.laplacian = (diags(np.asarray(conductance.sum(axis=1)).ravel()) - conductance).tocsr()
        edges = conductance.tocoo()
        self.first, self.second = edges.row, edges.col          # every edge both ways
        lengths = np.linalg.norm(part.bind[edges.row] - part.bind[edges.col], axis=1)
        self.ways = coo_matrix((lengths, (edges.row, edges.col)), (count, count)).tocsr()

    def differing(self, values):
        """Section 4: points of which an edge neighbour has another value."""
        found = np.zeros(len(values), bool)
        found[self.first[values[self.first] != values[self.second]]] = True
        return found

    def system(self, points, width):
        """Section 4: A + w² L over some points; L keeps the full diagonal."""
        inside = self.laplacian[points][:, points]
        return splu((diags(self.area[points]) + width ** 2 * inside).tocsc())

    def run(self, values, seeds, width, steps):
        """Section 4, equation (2), steps times, over the region round the seeds."""
        if width <= 0 or not seeds.any():
            return values
        way = dijkstra(self.ways, indices=np.flatnonzero(seeds), min_only=True, limit=4 * width)
        inside = np.flatnonzero(way <= 4 * width)
        outside = np.setdiff1d(np.arange(len(values)), inside)
        fixed = width ** 2 * (self.laplacian[inside][:, outside] @ values[outside])
        system, values = self.system(inside, width), values.copy()
        for _ in range(steps):
            values[inside] = system.solve(self.area[inside] * values[inside] - fixed)
        return values

    def spread(self, values, width, steps):
        """Section 4, `spread`."""
        return self.run(values, values != 0, width, steps)

    def spread_changes(self, values, width, steps):
        """Section 4, `spread_changes`."""
        return self.run(values, self.differing(values), width, steps)


# ------------------------------------------------------------------------------------------ section 5


def bend_map(part, flow, distance, node):
    """Section 5, steps 1 to 4."""
    S, r = node.subtree, node.radius
    m = np.maximum(0, 4 * S * (1 - S) - 0.05) / 0.95 * np.clip((distance / r) ** 2, 0, 4)
    if not m.any():
        m = flow.differing((S > 0).astype(float)).astype(float)
    lengths = [np.linalg.norm(bone) for bone in (node.parent_bone, node.child_bone)]
    width = min([r] + [0.6 * length for length in lengths if length > 1e-3 * r])
    m = flow.spread(m, width, 2)
    if not m.max() > 0:
        return np.zeros(len(m))
    return np.maximum(0, m / m.max() - 0.15) / 0.85


def reach_of(target, node, distance):
    """Section 5, Reach."""
    return (np.linalg.norm(target, axis=1) / np.maximum(node.radius, distance)).max()


# ------------------------------------------------------------------------------------------ section 7


def twist_functions(angle):
    """Section 7, Functions W; along the last axis."""
    angle = np.asarray(angle, float)
    tangent = np.tan(angle / 2)
    return np.stack([1 / np.cos(angle / 2) - 1, angle ** 2, angle, tangent - angle / 2], axis=-1)


def fit_twist_profile():
    """Section 7, Profile: table of φ by (64 s, 64 s̃, q)."""
    h = LAST / 50
    angles = h * np.arange(51)
    s = np.linspace(0, 1, 65)[:, None, None]
    smooth = np.linspace(0, 1, 65)[None, :, None]
    b = 1 - s + s * np.exp(1j * angles)
    f = np.abs(b) ** 0.13 * np.exp(1j * smooth * angles) / b - 1                       # (6)
    W = twist_functions(angles)
    # f and W are zero at angle zero, so that the first slope needs no special case.
    slopes_f, slopes_W = 0.3 * np.diff(f, axis=2) / h, 0.3 * np.diff(W, axis=0) / h
    count = np.broadcast_to(np.abs(b[:, :, 1:]) ** 2, slopes_f.shape)
    table = np.empty((65, 65, 4))
    for first, take in ((0, np.real), (2, np.imag)):
        left, right = 0.0, 0.0
        for w, wanted in ((W[1:, first:first + 2], f[:, :, 1:]), (slopes_W[:, first:first + 2], slopes_f)):
            left = left + np.einsum("abj,jp,jq->abpq", count, w, w)
            right = right + np.einsum("abj,jp,abj->abp", count, w, take(wanted))
        table[:, :, first:first + 2] = np.linalg.solve(left, right[..., None])[..., 0]
    return table


def profile_at(table, s, smooth):
    """Section 7: bilinear between the tabulated places."""
    x, y = 64 * np.clip(s, 0, 1), 64 * np.clip(smooth, 0, 1)
    i, j = np.minimum(x.astype(int), 63), np.minimum(y.astype(int), 63)
    x, y = (x - i)[:, None], (y - j)[:, None]
    return ((1 - x) * ((1 - y) * table[i, j] + y * table[i, j + 1])
            + x * ((1 - y) * table[i + 1, j] + y * table[i + 1, j + 1]))


def twist_targets(part, flow, normals, node, table):
    """Section 7, steps 1 to 5."""
    targets = np.zeros((4, len(part.bind), 3))
    s, r, axis = node.subtree, node.radius, node.axis
    longer = max(np.linalg.norm(node.parent_bone), np.linalg.norm(node.child_bone))
    smooth = flow.spread_changes(s, min(r, longer / 2), 2)
    x = part.bind - node.pivot
    radial = x - (x @ axis)[:, None] * axis
    length = np.linalg.norm(radial, axis=1)
    kappa = np.maximum(part.area * smooth * (1 - smooth), 0)
    if not kappa @ length > 0:
        return targets
    wrapped = smoothstep(((kappa @ np.einsum("ij,ij->i", radial, normals)) / (kappa @ length) - 0.3) / 0.15)
    if wrapped == 0:
        return targets
    still = (smooth == s) & ((s == 0) | (s == 1))
    shorter = np.minimum(1, 1.3 * r / np.maximum(length, 1e-300))
    radial, length = radial * shorter[:, None], length * shorter
    phi = profile_at(table, s, smooth)
    most = np.abs(phi) * twist_functions(LAST)
    z = length * np.hypot(most[:, 0] + most[:, 1], most[:, 2] + most[:, 3])
    zeta = np.where(z > 0, 1 - 0.08 * r / np.maximum(z, 1e-300), 0)
    zeta[still | (zeta < 0)] = 0
    for q in range(4):
        along = radial if q < 2 else np.cross(axis, radial)
        targets[q] = (wrapped * zeta * phi[:, q])[:, None] * along
    return targets


# ------------------------------------------------------------------------------------------ section 9


@dataclass
class Table:
    """What poses of one part need."""

    part: object
    nodes: list
    distance: np.ndarray
    local_radius: np.ndarray = None
    most: np.ndarray = None                             # U_k; this and the rest: filled by rebuild_solve
    shares: dict = None
    pairs: list = None                                  # loose pairs (section 10)


def build(part, skeleton, profile):
    """Section 9, build(part), but for losses and shares, which need the solver."""
    nodes = grow_tree(part, skeleton)
    place_joints(part, skeleton, nodes)
    lay_bones(part, nodes)
    distance = measure_limbs(part, nodes)
    flow = Flow(part)
    normals, direction = directions(part, flow, distance)
    table = Table(part, nodes, distance, np.zeros(len(part.bind)))
    gamma = np.einsum("ij,ij->i", part.gradient, direction)
    for node in nodes[1:]:
        m = bend_map(part, flow, distance, node)
        if 0 < np.count_nonzero(m > 0) <= 1500:
            m = shape_map(part, flow, node, m, direction, gamma)
        node.bend = m[:, None] * direction
        node.gain = gamma @ m
        node.reach = reach_of(node.bend, node, distance)
        node.twists = twist_targets(part, flow, normals, node, profile)
        node.has_twists = bool(node.twists[0].any())
        moved = node.bend.any(axis=1) | node.twists.any(axis=(0, 2))
        local = np.where(moved, np.maximum(node.radius, distance), 0)
        table.local_radius = np.maximum(table.local_radius, local)
    return table
