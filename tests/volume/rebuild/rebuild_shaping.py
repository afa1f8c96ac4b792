"""Shaping of bend maps (docs/volume.md, section 6)."""

import numpy as np
from scipy.spatial.transform import Rotation


def unit(v):
    """Section 6: v / |v|; zero stays zero."""
    length = np.linalg.norm(v)
    return v / length if length > 0 else np.zeros(3)


def dot(a, b):
    """Dot products along the last axis."""
    return np.einsum("...i,...i->...", a, b)


def trial_bends(node):
    """Section 6, Trial bends: rotation matrices about the pivot."""
    a = node.axis
    hinge = np.cross(unit(node.parent_bone), unit(node.child_bone))
    if np.linalg.norm(hinge) > 0.1:
        x = unit(hinge)
        y = unit(np.cross(a, x))
        bends = [(x, 30), (x, 55), (x, 80), (x, 115), (-x, 40), (y, 40), (-y, 40)]
    else:
        least = np.argmin(np.abs(a))
        x = unit(np.eye(3)[least] - a[least] * a)
        y = np.cross(a, x)
        bends = [(x, 70), (-x, 70), (y, 70), (-y, 70)]
    return [Rotation.from_rotvec(np.radians(angle) * axis).as_matrix() for axis, angle in bends]


def patch_triangles(part, node, m):
    """Section 6, Patch: triangles with a corner in the map or the blend."""
    S = node.subtree
    return part.triangles[((m > 0) | ((S > 0) & (S < 1)))[part.triangles].any(axis=1)]


def find_folds(triangles, m):
    """Section 6, Folds as rows (f, e, apex of left, apex of right)."""
    walked = {}
    for a, b, c in triangles.tolist():
        for first, second, apex in ((a, b, c), (b, c, a), (c, a, b)):
            walked.setdefault((min(first, second), max(first, second)), []).append((first < second, apex))
    folds = []
    for (f, e), sides in sorted(walked.items()):
        if len(sides) == 2 and sides[0][0] != sides[1][0]:
            left, right = (sides[0][1], sides[1][1]) if sides[0][0] else (sides[1][1], sides[0][1])
            if max(m[f], m[e], m[left], m[right]) > 0:
                folds.append((f, e, left, right))
    return np.array(folds, int).reshape(-1, 4)


class FoldSum:
    """Section 6, Fold sum E of equation (3) and its slope H of equation (4)."""

    def __init__(self, folds, bind):
        self.f, self.e, self.left, self.right = folds.T
        s, N_l, N_r = self.area_vectors(bind)
        across = dot(s, np.cross(N_l, N_r)) / np.linalg.norm(s, axis=1)
        rest = np.arctan2(across, dot(N_l, N_r))
        self.cos, self.sin = np.cos(rest), np.sin(rest)

    def area_vectors(self, q):
        """Section 6, The edge, and the area vectors of left (f, e, apex) and right (e, f, apex)."""
        s = q[self.e] - q[self.f]
        return s, np.cross(s, q[self.left] - q[self.f]), np.cross(-s, q[self.right] - q[self.e])

    def __call__(self, q, with_slope):
        """Section 6, E(q), and H or None."""
        s, N_l, N_r = self.area_vectors(q)
        l2 = dot(s, s) + 1e-30
        l = np.sqrt(l2)
        left2, right2 = dot(N_l, N_l), dot(N_r, N_r)
        z = 1 / np.sqrt(left2 * right2 + 1e-30)
        cs = dot(N_l, N_r) * z
        sn = dot(s, np.cross(N_l, N_r)) * z / l
        rho = np.sqrt(np.maximum(2 - 2 * (cs * self.cos + sn * self.sin), 0) + 0.05 ** 2)
        total = np.sum(rho - 0.05)
        if not with_slope:
            return total, None
        beta = (cs * self.sin - sn * self.cos) / rho
        H = np.zeros_like(q)
        for apex, N, N2 in ((self.left, N_l, left2), (self.right, N_r, right2)):
            push = (beta * l / (N2 + 1e-6 * l2 * l2))[:, None] * N
            kappa = (dot(q[apex] - q[self.f], s) / l2)[:, None]
            np.add.at(H, apex, push)
            np.add.at(H, self.f, (kappa - 1) * push)
            np.add.at(H, self.e, -kappa * push)
        return total, H


class Objective:
    """Section 6, Weights of the bends, F and its derivative (5), over the points of the patch."""

    def __init__(self, node, triangles, bind, subtree, direction, gamma, m0):
        """bind: places about the pivot; triangles and arrays by points of the patch."""
        self.gamma = gamma
        self.folds = FoldSum(find_folds(triangles, m0), bind)
        S = subtree[:, None]
        bends = trial_bends(node)
        self.lanes, losses, shares = [], [], []         # lanes: places q and directions v
        for R in bends:
            bent = (1 - S) * bind + S * (bind @ R.T)
            a, b, c = (bind[triangles[:, corner]] for corner in range(3))
            A, B, C = (bent[triangles[:, corner]] for corner in range(3))
            lost = np.sum(dot(a, np.cross(b, c)) - dot(A, np.cross(B, C))) / 6
            q = bent / node.radius
            plain = self.folds(q, False)[0]
            losses.append(1.4 * lost / node.radius if plain > 0 else 0.0)
            shares.append(1 / (len(bends) * plain) if plain > 0 else 0.0)
            self.lanes.append((q, (1 - S) * direction + S * (direction @ R.T)))
        self.lanes.append((bind / node.radius, direction))
        self.losses = losses + [sum(abs(loss) for loss in losses) / len(bends)]
        self.shares = shares + [2 * sum(shares) / len(bends)]

    def __call__(self, m):
        """Section 6, F(m) and ∂F/∂m."""
        total_gain = self.gamma @ m
        if not total_gain > 0:
            return np.inf, np.zeros(len(m))
        F, alpha = 0.0, np.zeros(len(m))
        for (q, v), loss, share in zip(self.lanes, self.losses, self.shares):
            tau = loss / total_gain
            E, H = self.folds(q + tau * m[:, None] * v, True)
            F += share * E
            alpha += share * tau * dot(v, H)
        return F, alpha - (m @ alpha) * self.gamma / total_gain


def shape_map(part, flow, node, m0, direction, gamma):
    """Section 6: the map that bends more smoothly."""
    triangles = patch_triangles(part, node, m0)
    points = np.unique(triangles)
    local = np.searchsorted(points, triangles)
    start = m0[points]
    objective = Objective(node, local, part.bind[points] - node.pivot, node.subtree[points], direction[points],
                          gamma[points], start)
    if not any(objective.losses):
        return m0
    system, area = flow.system(points, 0.25 * node.radius), part.area[points]
    m, step = start, 0.1
    F, y = objective(m)
    for _ in range(min(max(6000 // len(points), 8), 24)):
        y = system.solve(area * system.solve(y))        # soften
        top = np.abs(y[start > 0]).max()
        if not top > 0:
            break
        for _ in range(6):
            trial = np.clip(m - step / top * y, 0, 2.5 * start)
            trial_F, trial_y = objective(trial)
            if trial_F < F:
                break
            step /= 2
        if not trial_F < F:
            break
        m, F, y = trial, trial_F, trial_y
        step *= 1.5
    shaped = m0.copy()
    shaped[points] = m / m.max()
    return shaped
