"""Losses, shares, weights and closing of one part in a pose (docs/volume.md, sections 8 and 9).

Of section 10 only loose pairs are here.
"""

import itertools
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from rebuild_scene import volume
from rebuild_table import LAST, smoothstep, twist_functions

# ------------------------------------------------------------------------------------------ section 8, losses


def move(places, matrix):
    """Points moved by a 4 by 4 matrix."""
    return places @ matrix[:3, :3].T + matrix[:3, 3]


def turn_about(centre, rotation):
    """Section 8: the rotation about a point, as a 4 by 4 matrix."""
    matrix = np.eye(4)
    matrix[:3, :3] = rotation.as_matrix()
    matrix[:3, 3] = centre - matrix[:3, :3] @ centre
    return matrix


def joint_volume(table, node, motion):
    """Section 8, Joint volume V_k(A). About the pivot, as good a centre as any."""
    S = node.subtree[:, None]
    places = (1 - S) * table.part.bind + S * move(table.part.bind, motion)
    return volume(table.part.triangles, places, node.pivot)


@dataclass
class Loss:
    """Section 8: what one joint does in a pose."""

    still: bool = True
    turn: float = 0.0           # sin² of half the angle
    sine: float = 0.0           # sin(θ/2) of the twist
    cosine: float = 1.0
    swing: float = 1.0          # cosine of half the swing
    asked: float = 0.0
    rotation: Rotation = None   # q of A


def joint_loss(table, node, motion):
    """Section 8, Motion: split into swing and twist, losses."""
    part = table.part
    if (np.abs(motion[:3, :3] - np.eye(3)).max() < 1e-9
            and np.abs(move(node.pivot, motion) - node.pivot).max() < 1e-9 * part.size):
        return Loss()
    rotation = Rotation.from_matrix(motion[:3, :3])
    *q, qw = rotation.as_quat()
    q = np.array(q)
    loss = Loss(still=False, turn=q @ q, rotation=rotation)
    e = q @ node.axis
    c = np.hypot(e, qw)
    sign = -1.0 if qw < 0 else 1.0
    if c > 0:
        loss.sine, loss.cosine, loss.swing = sign * e / c, sign * qw / c, min(1.0, c)
    else:
        loss.swing = 0.0
    rest = joint_volume(table, node, np.eye(4))
    total = bend = rest - joint_volume(table, node, motion)
    if abs(loss.sine) >= 1e-9:
        angle = 2 * np.arctan2(loss.sine, loss.cosine)
        back = turn_about(node.pivot, Rotation.from_rotvec(-angle * node.axis))
        bend = rest - joint_volume(table, node, motion @ back)
    loss.asked = bend + (total - bend) / 4 if node.has_twists else total
    return loss


# ------------------------------------------------------------------------------------------ section 8, shares


def most_loss(table, node):
    """Section 8, Most loss U_k."""
    if not (node.gain > 0 and node.reach > 0):
        return 0.0
    most = 0.0
    for axis in itertools.product((-1, 0, 1), repeat=3):
        if any(axis):
            axis = np.array(axis) / np.linalg.norm(axis)
            for centre, angle in itertools.product(node.turning, (30, 60, 90, 120, 150)):
                motion = turn_about(centre, Rotation.from_rotvec(np.radians(angle) * axis))
                most = max(most, abs(joint_loss(table, node, motion).asked))
    return most


def hops_from(nodes, start):
    """Section 8, Shares: steps along the volume tree from one node to all."""
    hops, open_nodes = {start: 0}, [start]
    for number in open_nodes:
        for other in nodes[number].children + [nodes[number].parent]:
            if other >= 0 and other not in hops:
                hops[other] = hops[number] + 1
                open_nodes.append(other)
    return hops


def add_shares(table):
    """Section 8, Most loss and Shares: table.shares[k] = {n: share}."""
    nodes = table.nodes
    table.most = np.zeros(len(nodes))
    capacity = {}
    for k, node in list(enumerate(nodes))[1:]:
        table.most[k] = most_loss(table, node)
        if node.gain > 0 and node.reach > 0:
            capacity[k] = 0.23 * node.gain / node.reach
    table.shares = {}
    for k in capacity:
        hops = hops_from(nodes, k)

        def parts(q):
            return {n: q ** hops[n] * capacity[n] for n in capacity if n == k or q ** hops[n] > 1e-3}

        if table.most[k] <= capacity[k]:
            table.shares[k] = {k: 1.0}
            continue
        low, high = 0.0, 0.9
        if sum(parts(high).values()) >= table.most[k]:
            for _ in range(40):
                middle = (low + high) / 2
                if sum(parts(middle).values()) >= table.most[k]:
                    high = middle
                else:
                    low = middle
        found = parts(high)
        table.shares[k] = {n: value / sum(found.values()) for n, value in found.items()}


# ------------------------------------------------------------------------------------------ section 8, twists


def extended_functions(angle, last):
    """Section 8: Ŵ, which levels off beyond the last angle."""
    if angle <= last:
        return twist_functions(angle)
    sec2 = 1 / np.cos(last / 2) ** 2
    slope = np.array([0.5 * np.sin(last / 2) * sec2, 2 * last, 1, 0.5 * (sec2 - 1)])
    R = (np.pi - last) * 2 / np.pi
    return twist_functions(last) + R * np.sin(min((angle - last) / R, np.pi / 2)) * slope


def twist_weights(loss, countered):
    """Section 8, equation (7); countered: section 10, Loose pairs."""
    last = LAST + countered * (np.radians(50.0) - LAST)
    first, wide = np.radians(8.0), np.radians(150.0)
    c = loss.swing
    angle = 2 * abs(np.arcsin(np.clip(loss.sine * c / np.sqrt((1 + c * c) / 2), -1, 1)))
    if angle <= first:
        return np.zeros(4)
    theta = abs(2 * np.arctan2(loss.sine, loss.cosine))
    x = max(0.0, (theta - wide) / np.radians(30.0))
    y = min(x, 0.2)
    K = 1 - (y * y / 0.4 + x - y) / 0.9
    radial = smoothstep((angle - first) / (2 * first)) * extended_functions(angle, last)
    share = 1.1 * (np.hypot(angle - first, first) - first) / angle * K
    around = np.sign(loss.sine) * share * extended_functions(min(angle, wide), last)
    return np.concatenate([radial[:2], around[2:]])


# ------------------------------------------------------------------------------------------ section 10, loose pairs


def add_loose_pairs(table, skeleton):
    """Section 10, Loose pairs: table.pairs = [(node, node, share, siblings)].

    There are none where the hierarchy of the skeleton is that of the flesh.
    """
    nodes = table.nodes
    table.pairs = []

    def pair(first, second, a, siblings):
        share = smoothstep(((4 * a * nodes[second].subtree).max() - 0.1) / 0.3)
        if share > 0:
            table.pairs.append((first, second, share, siblings))

    for number, node in enumerate(nodes):
        loose = [child for child in node.children if not skeleton.carries(node.slot, nodes[child].slot)]
        for first, second in itertools.combinations(loose, 2):
            pair(first, second, nodes[first].subtree, True)
        if node.parent >= 0 and not skeleton.carries(node.slot, nodes[node.parent].slot):
            for child in loose:
                pair(number, child, 1 - node.subtree, False)


def countered_twists(table, losses):
    """Section 10, Loose pairs: how far the turn of each node is taken back by a neighbour."""
    countered = np.zeros(len(table.nodes))
    for first, second, share, siblings in table.pairs:
        one, two = losses[first], losses[second]
        if one.turn > 0 and two.turn > 0:
            between = one.rotation.inv() * two.rotation if siblings else one.rotation * two.rotation
            apart = np.sum(between.as_quat()[:3] ** 2)
            for k, loss in ((first, one), (second, two)):
                countered[k] = max(countered[k], share * np.clip(1 - apart / loss.turn, 0, 1))
    return countered


# ------------------------------------------------------------------------------------------ section 9


def volume_cubic(triangles, places, growth, centre):
    """Section 9, end: coefficients of the volume along places + ε growth."""
    a, b, d = (places[triangles[:, corner]] - centre for corner in range(3))
    u, v, w = (growth[triangles[:, corner]] for corner in range(3))
    m = np.cross(b, w) + np.cross(v, d)
    bd, vw = np.cross(b, d), np.cross(v, w)
    first, second = np.sum(u * bd) + np.sum(a * m), np.sum(a * vw) + np.sum(u * m)
    return np.array([np.sum(a * bd), first, second, np.sum(u * vw)]) / 6


def close(c, target):
    """Section 9: ε, and whether the target is reached."""
    gap = target - c[0]
    if gap == 0:
        return 0.0, True
    if c[1] <= 0:
        return 0.0, False
    side = np.sign(gap)

    def at(x):
        return c[0] + x * (c[1] + x * (c[2] + x * c[3])) - target

    far = 4 * abs(gap / c[1])
    if c[2] ** 2 - 3 * c[3] * 0.75 * c[1] > 0:
        roots = np.roots(np.trim_zeros([3 * c[3], 2 * c[2], 0.75 * c[1]], "f"))
        ahead = [side * root.real for root in roots if side * root.real > 0]
        far = min([far] + ahead)
    end = side * far
    if side * at(end) < 0:
        return end, False
    low, high = 0.0, end                                # c is monotone between them
    for _ in range(200):
        middle = (low + high) / 2
        if side * at(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2, True


def skinning_matrices(weights, palette):
    """Equation (1): Σ_j ω_j M_j for every row of weights."""
    return np.einsum("ij,jab->iab", weights, palette)


def apply(matrices, places):
    """Equation (1): every point by its own matrix."""
    return np.einsum("iab,ib->ia", matrices[:, :3, :3], places) + matrices[:, :3, 3]


def frame(table, palette):
    """Section 9, frame(palette): moves Σ t_k u_k in bind for the points of the part, and a word on the result."""
    part, nodes = table.part, table.nodes
    losses = [None] + [joint_loss(table, node, np.linalg.inv(palette[nodes[node.parent].slot]) @ palette[node.slot])
                       for node in nodes[1:]]
    if all(loss.still for loss in losses[1:]):
        return np.zeros_like(part.bind), "still"
    countered = countered_twists(table, losses)
    start, growth = np.zeros_like(part.bind), np.zeros_like(part.bind)
    for k, loss in list(enumerate(losses))[1:]:
        if loss.still:
            continue
        for n, share in table.shares.get(k, {}).items():
            grown = np.hypot(loss.asked, 0.5 * table.most[k] * loss.turn)
            start += share * loss.asked / nodes[n].gain * nodes[n].bend
            growth += share * grown / nodes[n].gain * nodes[n].bend
        start += np.tensordot(twist_weights(loss, countered[k]), nodes[k].twists, 1)
    matrices = skinning_matrices(part.weights, palette)
    linear = matrices[:, :3, :3]
    target = part.volume * abs(np.linalg.det(palette[nodes[0].slot][:3, :3]))
    cubic = volume_cubic(part.triangles, apply(matrices, part.bind + start),
                         np.einsum("iab,ib->ia", linear, growth), part.centre)
    epsilon, reached = close(cubic, target)
    moves = start + epsilon * growth
    far = np.linalg.norm(moves, axis=1) > 1.2 * table.local_radius
    word = "exact" if reached else "not reached"
    if far.any():
        posed = np.linalg.norm(np.einsum("iab,ib->ia", linear[far], moves[far]), axis=1)
        x = (posed / table.local_radius[far]).max() / (target / part.volume) ** (1 / 3)
        if x > 1.2:
            moves, word = moves * (1.2 / x), "held back"
    return moves, word
